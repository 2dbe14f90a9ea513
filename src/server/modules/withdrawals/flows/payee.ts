import type * as z from 'zod/mini';
import { type newWithdrawal, OWN_ACCOUNT, SAVED_ACCOUNT } from '#contract/withdrawals.ts';
import { dateIn, formatDate, timeIn } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { payToOf, profileOf } from '#server/modules/business/queries.ts';
import { payoutsOpenAt } from '#server/modules/business/rules.ts';
import { staffById } from '../queries/staff.ts';
import { refuseAfterHandOver } from './payee-checks.ts';
import { accountOfStaff } from './staff.ts';

type Request = z.output<typeof newWithdrawal>;
type PayeeAccount = { bankCode: string; accountNumber: string; accountName: string | null };

/**
 * Account a withdrawal goes to: the entered one, the business's own or the saved one of a member of staff.
 * Throws `payout_account_new` for the business's own account within a day of its change, however it was
 * given.
 */
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

// The account and when it was changed are of one row: what is read of the one holds for the other.
async function ownAccountOf(scope: Scope, request: Request): Promise<PayeeAccount> {
  const profile = await profileOf(scope.db, scope.actor.businessId);
  const own = await payToOf(profile, scope.vault);
  const isOwn = request.accountNumber === OWN_ACCOUNT || request.accountNumber === own?.accountNumber;
  if (!isOwn) return enteredAccount(request);
  if (!own) throw fieldError('accountNumber', 'Add your payout account in the settings first');
  const opensAt = payoutsOpenAt(profile.payout_changed_at, scope.now);
  // Where the account changed hands that is the reason, and may block it for longer.
  if (opensAt) await refuseAfterHandOver(scope);
  if (opensAt) throw tooNew(opensAt);
  if (request.accountNumber !== OWN_ACCOUNT) return enteredAccount(request);
  if (own.bankCode === '') throw fieldError('accountNumber', 'Add your payout account in the settings first');
  return own;
}

async function staffAccountOf(scope: Scope, currency: Currency, id: string): Promise<PayeeAccount> {
  return accountOfStaff(scope, await staffById(scope.db, scope.actor.businessId, currency, id));
}

const tooNew = (opensAt: Date) =>
  new AppError(
    'payout_account_new',
    `You changed your payout account less than a day ago. To protect you, withdrawals to it open on ${formatDate(dateIn(opensAt))} at ${timeIn(opensAt)}`,
    { data: { until: opensAt.toISOString() } },
  );
