import type * as z from 'zod/mini';
import type { newBusiness } from '#contract/business.ts';
import type { payoutAccountUpdate } from '#contract/settings.ts';
import { bankName, banks as knownBanks } from '#core/banks.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import { payerOf } from '#server/kernel/providers.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { requireProof } from '#server/modules/identity/flows/step-up.ts';
import { accountById } from '#server/modules/identity/queries/accounts.ts';
import { savePayoutAccount } from '../commands/payout-account.ts';
import { type Profile, profileOf } from '../queries.ts';
import { bankCodeOf } from '../rules.ts';
import { holderToKeep } from './account-holder.ts';
import { checkPin } from './pin.ts';

/**
 * Changes the payout account of a business: asks the bank for its holder and needs step-up and the PIN (the
 * password without one). Throws 404 for another business, 422 for a wrong account or secret.
 */
export async function changePayoutAccount(
  scope: Scope,
  id: string,
  currency: Currency,
  input: z.output<typeof payoutAccountUpdate>,
): Promise<Profile> {
  if (id !== scope.actor.businessId) throw notFound('business profile');
  const { pinSet } = await profileOf(scope.db, scope.actor.businessId);
  await requireSecret(scope, pinSet, input);
  const { bankCode, accountNumber } = input;
  const bank = await requireBank(scope, currency, bankCode);
  const accountName = await holderToKeep(scope, currency, { bankCode, accountNumber }).catch(unlessAsked);
  if (input.pin) await checkPin(scope, input.pin);
  const account = {
    bankCode,
    bankName: bank,
    accountNumber,
    accountName,
    bvn: input.bankVerificationNumber ?? null,
  };
  return scope.transact((ctx) => savePayoutAccount(ctx, account));
}

type Secret = Pick<z.output<typeof payoutAccountUpdate>, 'pin' | 'password'>;

/** A proof beside the PIN: a thief of the session who saw the PIN being typed gets no further. Without a PIN the password. */
async function requireSecret(scope: Scope, pinSet: boolean, { pin, password }: Secret): Promise<void> {
  if (pinSet && !pin) throw fieldError('pin', 'Enter your 4-digit PIN');
  if (pinSet) return void (await requireProof(scope, password));
  const { password_hash: hash } = await accountById(scope.db, scope.actor.userId);
  if (hash !== null && !password) throw fieldError('password', 'Enter your password');
  await requireProof(scope, password);
}

async function requireBank(scope: Scope, currency: Currency, bankCode: string): Promise<string> {
  const listed = await payerOf(scope.ports.payments, currency).banks(currency);
  const bank = (listed.ok ? listed.banks : knownBanks).find(({ code }) => code === bankCode);
  if (!bank) throw fieldError('bankCode', 'Choose a bank from the list');
  return bankName(bankCode) ?? bank.name;
}

/**
 * The bank's name for the account a business registers with; null without an account at a bank on our list, and where
 * the bank did not answer. Throws 422 where there is no such account.
 */
export async function holderOfNewBusiness(
  scope: Scope,
  currency: Currency,
  input: z.output<typeof newBusiness>,
): Promise<string | null> {
  const bank = knownBanks.find(({ code }) => code === bankCodeOf(input));
  if (!bank?.takesPayouts || !input.bankAccountNumber) return null;
  const account = { bankCode: bank.code, accountNumber: input.bankAccountNumber };
  const enquiry = { known: true, path: 'bankAccountNumber' };
  return holderToKeep(scope, currency, account, enquiry).catch(unlessAsked);
}

// A bank that cannot be asked today does not keep a business from telling its account.
function unlessAsked(error: unknown): null {
  if (error instanceof AppError && ['too_many_requests', 'not_configured'].includes(error.code)) return null;
  throw error;
}
