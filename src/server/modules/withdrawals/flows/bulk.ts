import type * as z from 'zod/mini';
import type { bulkItem } from '#contract/withdrawals.ts';
import { bankName } from '#core/banks.ts';
import { dateIn } from '#core/dates.ts';
import { AppError, type FieldError, notFound } from '#core/errors.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { payerOf } from '#server/kernel/providers.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { askHolder } from '#server/modules/business/flows/account-holder.ts';
import { checkPin } from '#server/modules/business/flows/pin.ts';
import { requireBalance } from '../commands/admit.ts';
import type { PrepareRetry, StaffToSave } from '../commands/bulk.ts';
import type { NewPayout } from '../commands/payout.ts';
import type { CheckedAccount } from '../commands/staff.ts';
import { accountKey } from '../queries/paid-accounts.ts';
import { staffByIds } from '../queries/staff.ts';
import { failedOfBatch } from '../queries/withdrawals.ts';
import { accountPlace } from '../rules.ts';
import type { StaffRow } from '../table.ts';
import { paidAccounts, refuseAfterHandOver, refuseUnknownAfterReset } from './payee-checks.ts';
import { banksFor } from './payout.ts';
import { accountOfStaff, refuseUnknownAccount } from './staff.ts';

type Item = z.output<typeof bulkItem>;
type EnteredItem = Exclude<Item, { staffId: string }>;
type Payee = {
  staff: NonNullable<NewPayout['staff']>;
  account: CheckedAccount;
  staffToSave: StaffToSave | null;
};

/** Concurrent account enquiries. */
const CONCURRENCY = 5;

/**
 * Prepares a batch of payouts, after the PIN: saved staff are paid to their saved account, and for every
 * other account the bank must confirm the name the owner saw. Throws 422 naming each item that cannot be
 * paid.
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
 * Prepares the retry of a batch's failed payouts, after the PIN: the same amount to the same account, at
 * today's fee. Throws 404 for a batch that is not the business's, 409 for one requested before the account
 * changed hands.
 */
export async function prepareRetry(
  scope: Scope,
  currency: Currency,
  batchId: string,
  pin: string,
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
  return async (row, vault) => {
    const place = accountPlace(row.business_id, row.id);
    refuseUnknownAccount(row.account_number_sealed);
    const accountNumber = await vault.open(row.business_id, place, row.account_number_sealed);
    const account = {
      bankCode: row.bank_code,
      bankName: row.bank_name,
      accountNumber,
      accountName: row.account_name ?? '',
    };
    const staff = { name: row.staff_name ?? '', email: row.staff_email ?? '', phone: row.staff_phone };
    return newPayout(scope, provider, currency, row.amount_minor, { account, staff }, row.description);
  };
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
  const entered = items.filter((item): item is EnteredItem => !('staffId' in item));
  const paid = entered.length > 0 ? await paidAccounts(scope, entered) : new Set<string>();
  const found = await mapInBatches(items, (item) =>
    'staffId' in item
      ? savedPayee(scope, saved.get(item.staffId))
      : enteredPayee(scope, currency, item, paid.has(accountKey(item))),
  );
  const errors = found.flatMap((one, at): FieldError[] =>
    'problem' in one ? [{ path: `items.${at}.${one.field}`, message: one.problem }] : [],
  );
  const [first] = errors;
  if (first) throw new AppError('invalid_input', first.message, { errors });
  return found as Payee[];
}

type Problem = { field: string; problem: string };

async function savedPayee(scope: Scope, row: StaffRow | undefined): Promise<Payee | Problem> {
  if (!row) return { field: 'staffId', problem: 'This person is no longer on your staff list' };
  const { name, email, phone } = row;
  return { staff: { name, email, phone }, account: await accountOfStaff(scope, row), staffToSave: null };
}

async function enteredPayee(
  scope: Scope,
  currency: Currency,
  item: EnteredItem,
  known: boolean,
): Promise<Payee | Problem> {
  const bank = (await banksFor(scope, currency)).find(({ code }) => code === item.bankCode);
  if (!bank) return { field: 'bankCode', problem: 'Choose a bank from the list' };
  const resolved = await askHolder(scope, currency, item, { known });
  if (!resolved.ok) return { field: 'accountNumber', problem: 'The bank could not be asked just now' };
  if (resolved.accountName === null)
    return { field: 'accountNumber', problem: 'We could not find that account at that bank' };
  if (resolved.accountName !== item.accountName)
    return { field: 'accountName', problem: 'The bank tells another name for this account now' };
  const account = {
    bankCode: item.bankCode,
    bankName: bankName(item.bankCode) ?? bank.name,
    accountNumber: item.accountNumber,
    accountName: resolved.accountName,
  };
  const staff = { name: item.name, email: item.email, phone: item.phone || null };
  const staffToSave = item.keep ? { account, person: { ...staff, usualAmount: item.amount } } : null;
  return { staff, account, staffToSave };
}

async function mapInBatches<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += CONCURRENCY)
    done.push(...(await Promise.all(all.slice(at, at + CONCURRENCY).map(work))));
  return done;
}
