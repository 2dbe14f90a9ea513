import type * as z from 'zod/mini';
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
import { askHolder } from './account-holder.ts';
import { checkPin } from './pin.ts';

/**
 * Changes the payout account of a business: resolves its holder at the bank and needs step-up and the PIN
 * (the password without one). Throws 404 for another business, 422 for a wrong account or secret.
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
  const holder = await resolveHolder(scope, currency, input.bankCode, input.accountNumber);
  if (input.pin) await checkPin(scope, input.pin);
  const { bankCode, accountNumber } = input;
  const account = { bankCode, accountNumber, ...holder, bvn: input.bankVerificationNumber ?? null };
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

async function resolveHolder(scope: Scope, currency: Currency, bankCode: string, accountNumber: string) {
  const listed = await payerOf(scope.ports.payments, currency).banks(currency);
  const bank = (listed.ok ? listed.banks : knownBanks).find(({ code }) => code === bankCode);
  if (!bank) throw fieldError('bankCode', 'Choose a bank from the list');
  const accountName = await resolveAccount(scope, currency, bankCode, accountNumber);
  return { bankName: bankName(bankCode) ?? bank.name, accountName };
}

/** Holder's name of an account from the bank. Throws what `askHolder` throws, 502, and 422 where there is none. */
export async function resolveAccount(
  scope: Scope,
  currency: Currency,
  bankCode: string,
  accountNumber: string,
  options: { known?: boolean } = {},
): Promise<string> {
  const answer = await askHolder(scope, currency, { bankCode, accountNumber }, options);
  if (!answer.ok)
    throw new AppError('provider_unavailable', 'The bank could not be asked just now. Please try again');
  if (answer.accountName === null)
    throw fieldError('accountNumber', 'We could not find that account at that bank');
  return answer.accountName;
}
