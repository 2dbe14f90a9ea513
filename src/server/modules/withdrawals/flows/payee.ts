import type * as z from 'zod/mini';
import { type bankAccounts, OWN_ACCOUNT, SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import type { newWithdrawal } from '#contract/withdrawals.ts';
import { fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { requireHolder } from '#server/modules/business/flows/account-holder.ts';
import { payoutAccountOf, profileOf } from '#server/modules/business/queries.ts';
import { accountKey } from '../queries/paid-accounts.ts';
import { staffById } from '../queries/staff.ts';
import type { PayeeAccount } from './confirm-payees.ts';
import { paidAccounts } from './payee-checks.ts';
import { accountOfStaff } from './staff.ts';

type Entered = { bankCode: string; accountNumber: string };
type Enquiry = z.output<typeof bankAccounts.resolveAccount.query>;

/** Account a withdrawal goes to: the entered one, the business's own or the saved one of a member of staff. */
export async function payeeOf(
  scope: Scope,
  currency: Currency,
  request: z.output<typeof newWithdrawal>,
): Promise<PayeeAccount> {
  if (request.type === 'disburse') return savedOrEntered(scope, currency, request);
  if (request.accountNumber === OWN_ACCOUNT) return requireOwnAccount(scope);
  const own = await ownAccount(scope);
  const isOwn = own?.accountNumber === request.accountNumber && own.bankCode === request.bankCode;
  return isOwn ? own : entered(request);
}

/** The holder's name of an account; one the bank gave a name for, or that was paid before, costs no name enquiry. */
export async function holderName(scope: Scope, currency: Currency, enquiry: Enquiry): Promise<string> {
  const account =
    enquiry.accountNumber === OWN_ACCOUNT
      ? await requireOwnAccount(scope)
      : await savedOrEntered(scope, currency, enquiry);
  const known = scope.actor.registered && (await isKnown(scope, account));
  return requireHolder(scope, currency, account, { known });
}

const isKnown = async (scope: Scope, account: PayeeAccount): Promise<boolean> =>
  account.accountName !== null || (await paidAccounts(scope, [account])).has(accountKey(account));

const entered = ({ bankCode, accountNumber }: Entered): PayeeAccount => ({
  bankCode,
  accountNumber,
  accountName: null,
});

async function savedOrEntered(
  scope: Scope,
  currency: Currency,
  { staffId, ...account }: Entered & { staffId?: string | null | undefined },
): Promise<PayeeAccount> {
  if (account.accountNumber !== SAVED_ACCOUNT) return entered(account);
  return accountOfStaff(scope, await staffById(scope.db, scope.actor.businessId, currency, staffId ?? ''));
}

async function requireOwnAccount(scope: Scope): Promise<PayeeAccount> {
  const own = await ownAccount(scope);
  if (!own || own.bankCode === '')
    throw fieldError('accountNumber', 'Add your payout account in the settings first');
  return own;
}

async function ownAccount(scope: Scope): Promise<PayeeAccount | null> {
  const profile = await profileOf(scope.db, scope.actor.businessId);
  const own = await payoutAccountOf(profile, scope.vault);
  const sealed = profile.account_number_sealed ?? '';
  return own && { ...own, record: { of: 'business', sealed } };
}
