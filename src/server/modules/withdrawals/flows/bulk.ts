import type * as z from 'zod/mini';
import type { bulkItem, withdrawals } from '#contract/withdrawals.ts';
import { dateIn } from '#core/dates.ts';
import { AppError, type FieldError, notFound } from '#core/errors.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { payerOf } from '#server/kernel/providers.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { checkPin } from '#server/modules/business/flows/pin.ts';
import { requireBalance } from '../commands/admit.ts';
import type { PrepareRetry, StaffToSave } from '../commands/bulk.ts';
import type { NewPayout } from '../commands/payout.ts';
import { staffByIds } from '../queries/staff.ts';
import { failedOfBatch } from '../queries/withdrawals.ts';
import { accountPlace } from '../rules.ts';
import type { StaffRow, WithdrawalRow } from '../table.ts';
import {
  bankUnanswered,
  checkPayees,
  type ConfirmedAccount,
  mapInBatches,
  namesChanged,
  type PayeeCheck,
  type PayeeToConfirm,
  type Problem,
} from './confirm-payees.ts';
import { refuseAfterHandOver, refuseUnknownAfterReset } from './payee-checks.ts';
import { accountOfStaff, refuseUnknownAccount } from './staff.ts';

type Item = z.output<typeof bulkItem>;
type RetryRequest = z.output<typeof withdrawals.retryBatch.body>;
type Payee = {
  staff: NonNullable<NewPayout['staff']>;
  account: ConfirmedAccount;
  staffToSave: StaffToSave | null;
};

const UNANSWERED = 'The bank did not answer';

/**
 * Prepares a batch of payouts, after the PIN: of each account the bank must confirm the name the owner saw, or the one
 * that is kept with it. Throws 422 naming each item that cannot be paid, and `account_name_changed`.
 */
export async function preparePayouts(
  scope: Scope,
  currency: Currency,
  items: readonly Item[],
  pin: string,
): Promise<{ payouts: NewPayout[]; staffToSave: StaffToSave[] }> {
  const provider = payerOf(scope.ports.payments, currency);
  await checkPin(scope, pin);
  const pricedOn = dateIn(scope.now);
  const sums = items.map(({ amount }) => ({ amount, fee: provider.payoutFee(amount, currency, pricedOn) }));
  await requireBalance(scope.db, scope.actor.businessId, currency, sums);
  const payees = await payeesOf(scope, currency, items);
  await refuseUnknownAfterReset(
    scope,
    payees.map(({ account }) => account),
  );
  const payouts = items.map((item, at): NewPayout => {
    const { account, staff } = payees[at] as Payee;
    return newPayout(scope, provider, currency, item.amount, { account, staff }, item.description ?? null);
  });
  return { payouts, staffToSave: payees.flatMap(({ staffToSave }) => staffToSave ?? []) };
}

/**
 * Prepares the retry of a batch's failed payouts, after the PIN: the same amount to the same account, at today's fee, once
 * the bank has confirmed whose it is. Throws 404 for a batch that is not the business's, 409 for one requested before the
 * account changed hands and for names that are not those of then, `bank_unanswered`.
 */
export async function prepareRetry(
  scope: Scope,
  currency: Currency,
  batchId: string,
  { pin, accountNames = [] }: RetryRequest,
): Promise<PrepareRetry> {
  const failed = await failedOfBatch(scope.db, scope.actor.businessId, currency, batchId);
  if (!failed) throw notFound('payment of several');
  const provider = payerOf(scope.ports.payments, currency);
  await checkPin(scope, pin);
  const { at: ownSince } = await refuseAfterHandOver(scope);
  if (ownSince && failed.some((row) => row.created_at <= ownSince))
    throw new AppError(
      'conflict',
      'These were asked for before this account was yours, so they are not sent',
    );
  const agreed = new Map(accountNames.map(({ withdrawalId, accountName }) => [withdrawalId, accountName]));
  const confirmed = await confirmRetried(scope, currency, failed, agreed);
  return (row) => {
    const account = confirmed.get(row.id);
    if (!account) return null;
    const staff = { name: row.staff_name ?? '', email: row.staff_email ?? '', phone: row.staff_phone };
    return newPayout(scope, provider, currency, row.amount_minor, { account, staff }, row.description);
  };
}

async function confirmRetried(
  scope: Scope,
  currency: Currency,
  failed: readonly WithdrawalRow[],
  agreedNames: ReadonlyMap<string, string>,
): Promise<Map<string, ConfirmedAccount>> {
  const payees = await mapInBatches(failed, async (row): Promise<PayeeToConfirm> => {
    const { business_id: businessId, id, bank_code: bankCode, account_number_sealed: sealed } = row;
    refuseUnknownAccount(sealed);
    const accountNumber = await scope.vault.open(businessId, accountPlace(businessId, id), sealed);
    const account = { bankCode, accountNumber, accountName: row.account_name };
    return {
      account,
      shownName: agreedNames.get(id) ?? null,
      path: `accountNames.${id}`,
      payee: row.staff_name,
    };
  });
  const checks = await checkPayees(scope, currency, payees);
  const wrong = checks.findIndex((check) => 'problem' in check);
  if (wrong >= 0)
    throw new AppError('conflict', `The bank no longer knows the account of ${failed[wrong]?.staff_name}`);
  if (checks.some((check) => 'unanswered' in check)) throw bankUnanswered();
  const accounts = confirmedOf(checks);
  return new Map(failed.flatMap((row, at) => (accounts[at] ? [[row.id, accounts[at]] as const] : [])));
}

function confirmedOf(checks: readonly PayeeCheck[]): ConfirmedAccount[] {
  const changes = checks.flatMap((check) => ('change' in check ? [check.change] : []));
  if (changes.length > 0) throw namesChanged(changes);
  return checks.flatMap((check) => ('confirmed' in check ? [check.confirmed] : []));
}

function newPayout(
  scope: Scope,
  provider: PaymentProvider,
  currency: Currency,
  amount: Minor,
  { account, staff }: Pick<Payee, 'account' | 'staff'>,
  description: string | null,
): NewPayout {
  return {
    type: 'disburse',
    currency,
    amount,
    fee: provider.payoutFee(amount, currency, dateIn(scope.now)),
    provider: provider.name,
    ...account,
    staff,
    description: description || null,
  };
}

async function payeesOf(scope: Scope, currency: Currency, items: readonly Item[]): Promise<Payee[]> {
  const ids = items.flatMap((item) => ('staffId' in item ? [item.staffId] : []));
  const saved = await staffByIds(scope.db, scope.actor.businessId, currency, ids);
  const asked = await mapInBatches([...items.entries()], ([at, item]) => askedPayee(scope, saved, item, at));
  const checks = await checkPayees(scope, currency, asked);
  const errors = checks.flatMap((check, at): FieldError[] => {
    if ('problem' in check) return [{ path: `items.${at}.${check.field}`, message: check.problem }];
    return 'unanswered' in check ? [{ path: `items.${at}.accountNumber`, message: UNANSWERED }] : [];
  });
  const [first] = errors;
  if (first) throw new AppError('invalid_input', first.message, { errors });
  const accounts = confirmedOf(checks);
  return items.map((item, at) => payeeOf(item, saved, accounts[at] as ConfirmedAccount));
}

async function askedPayee(
  scope: Scope,
  saved: ReadonlyMap<string, StaffRow>,
  item: Item,
  at: number,
): Promise<PayeeToConfirm | Problem> {
  const path = `items.${at}.accountName`;
  const shownName = item.accountName || null;
  if (!('staffId' in item)) {
    const account = { bankCode: item.bankCode, accountNumber: item.accountNumber, accountName: null };
    return { account, shownName, path, payee: item.name };
  }
  const row = saved.get(item.staffId);
  if (!row) return { field: 'staffId', problem: 'This person is no longer on your staff list' };
  return { account: await accountOfStaff(scope, row), shownName, path, payee: row.name };
}

function payeeOf(item: Item, saved: ReadonlyMap<string, StaffRow>, account: ConfirmedAccount): Payee {
  if ('staffId' in item) {
    const { name, email, phone } = saved.get(item.staffId) as StaffRow;
    return { staff: { name, email, phone }, account, staffToSave: null };
  }
  const staff = { name: item.name, email: item.email, phone: item.phone || null };
  const staffToSave = item.keep ? { account, person: { ...staff, usualAmount: item.amount } } : null;
  return { staff, account, staffToSave };
}
