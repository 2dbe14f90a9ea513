import type * as z from 'zod/mini';
import { type newWithdrawal, OWN_ACCOUNT, SAVED_ACCOUNT } from '#contract/withdrawals.ts';
import { fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { payToOf, profileOf } from '#server/modules/business/queries.ts';
import { staffById } from '../queries/staff.ts';
import { accountOfStaff } from './staff.ts';

type Request = z.output<typeof newWithdrawal>;
type PayeeAccount = {
  bankCode: string;
  accountNumber: string;
  accountName: string | null;
  /** Its holder was asked of the bank when it was saved. */
  known?: boolean;
};

/** Account a withdrawal goes to: the entered one, the business's own or the saved one of a member of staff. */
export function payeeOf(
  scope: Scope,
  currency: Currency,
  request: Request,
): Promise<PayeeAccount> | PayeeAccount {
  if (request.type === 'self-withdraw') return ownAccountOf(scope, request);
  if (request.accountNumber === SAVED_ACCOUNT) return staffAccountOf(scope, currency, request.staffId ?? '');
  return enteredAccount(request);
}

const enteredAccount = ({ bankCode, accountNumber, accountName }: Request): PayeeAccount => ({
  bankCode,
  accountNumber,
  accountName: accountName || null,
});

async function ownAccountOf(scope: Scope, request: Request): Promise<PayeeAccount> {
  const profile = await profileOf(scope.db, scope.actor.businessId);
  const own = await payToOf(profile, scope.vault);
  const isOwn = request.accountNumber === OWN_ACCOUNT || request.accountNumber === own?.accountNumber;
  if (!isOwn) return enteredAccount(request);
  if (!own) throw fieldError('accountNumber', 'Add your payout account in the settings first');
  if (request.accountNumber !== OWN_ACCOUNT) return enteredAccount(request);
  if (own.bankCode === '') throw fieldError('accountNumber', 'Add your payout account in the settings first');
  return own;
}

async function staffAccountOf(scope: Scope, currency: Currency, id: string): Promise<PayeeAccount> {
  const row = await staffById(scope.db, scope.actor.businessId, currency, id);
  return { ...(await accountOfStaff(scope, row)), known: true };
}
