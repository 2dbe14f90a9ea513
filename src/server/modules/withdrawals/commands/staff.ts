import { MOST_STAFF } from '#contract/staff.ts';
import { AppError, notFound } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { Currency, Minor } from '#core/money.ts';
import { type Ctx, lockBusiness, publish } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { listStaff, staffById } from '../queries/staff.ts';
import { staffAccountPlace } from '../rules.ts';
import type { StaffRow } from '../table.ts';

/** A bank account with the holder's name from the bank; null where it did not answer. */
export type CheckedAccount = {
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string | null;
};
export type Person = {
  name: string;
  email: string;
  phone: string | null;
  /** In minor units of the list's currency. */
  usualAmount: Minor | null;
};

/** Adds a member of staff. Throws `conflict` once the list is full. */
export async function addStaff(
  ctx: Ctx,
  currency: Currency,
  person: Person,
  account: CheckedAccount,
): Promise<StaffRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const known = await listStaff(ctx.tx, ctx.actor.businessId, currency);
  if (known.length >= MOST_STAFF)
    throw new AppError('conflict', `Your list holds ${MOST_STAFF} people, which is the most it can`);
  return insert(ctx, currency, person, account);
}

/**
 * Saves paid people who are not on the list yet, as long as there is room. The caller holds the business's
 * lock.
 */
export async function savePaidStaff(
  ctx: Ctx,
  currency: Currency,
  paid: readonly { person: Person; account: CheckedAccount }[],
): Promise<void> {
  if (paid.length === 0) return;
  const keyOf = (email: string, bankCode: string, last4: string) => `${email} ${bankCode} ${last4}`;
  const rows = await listStaff(ctx.tx, ctx.actor.businessId, currency);
  const known = new Set(rows.map((row) => keyOf(row.email, row.bank_code, row.account_number_last4)));
  for (const { person, account } of paid) {
    const key = keyOf(person.email, account.bankCode, account.accountNumber.slice(-4));
    if (known.has(key) || known.size >= MOST_STAFF) continue;
    known.add(key);
    await insert(ctx, currency, person, account);
  }
}

/** Changes a member of staff. Throws 404 for anybody else. */
export async function changeStaff(
  ctx: Ctx,
  currency: Currency,
  id: string,
  person: Partial<Person>,
  account: CheckedAccount | null,
): Promise<StaffRow> {
  const { businessId } = ctx.actor;
  const { usualAmount, ...rest } = person;
  const changed = await ctx.tx
    .updateTable('staff')
    .set({
      ...rest,
      ...(usualAmount === undefined ? {} : { usual_amount_minor: usualAmount }),
      ...(account ? await accountColumns(ctx, id, account) : {}),
      updated_at: ctx.now,
    })
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw notFound('member of staff');
  if (account) await notifyOfAccountChange(ctx, changed);
  publish(ctx, businessId, { topic: 'withdrawals' });
  return changed;
}

/**
 * Keeps the name the bank gives for a member's account, once it was agreed to. `sealed` is the number it was asked
 * about, as stored: an account changed meanwhile stays as it is.
 */
export async function keepStaffHolder(
  ctx: Ctx,
  id: string,
  sealed: string,
  accountName: string,
): Promise<void> {
  await ctx.tx
    .updateTable('staff')
    .set({ account_name: accountName, updated_at: ctx.now })
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', id)
    .where('account_number_sealed', '=', sealed)
    .execute();
}

async function notifyOfAccountChange(ctx: Ctx, row: StaffRow): Promise<void> {
  const { email, firstName } = ctx.actor;
  await recordActorEvent(ctx, 'staff_account_changed', describe(row));
  await notify(ctx, {
    key: `staff-account:${row.id}:${ctx.now.getTime()}`,
    to: email,
    template: 'staffAccountSet',
    facts: { firstName, name: row.name, bankName: row.bank_name, last4: row.account_number_last4 },
  });
}

/** Archives a member of staff. Throws 404 for anybody not on the list. */
export async function archiveStaff(ctx: Ctx, currency: Currency, id: string): Promise<void> {
  const { businessId } = ctx.actor;
  const person = await staffById(ctx.tx, businessId, currency, id);
  await recordActorEvent(ctx, 'staff_archived', describe(person));
  await ctx.tx
    .updateTable('staff')
    .set({ archived_at: ctx.now, updated_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute();
  publish(ctx, businessId, { topic: 'withdrawals' });
}

async function insert(
  ctx: Ctx,
  currency: Currency,
  { usualAmount, ...person }: Person,
  account: CheckedAccount,
): Promise<StaffRow> {
  const { businessId } = ctx.actor;
  const id = newId('stf', ctx.now);
  const row = await ctx.tx
    .insertInto('staff')
    .values({
      business_id: businessId,
      id,
      ...person,
      usual_amount_minor: usualAmount,
      ...(await accountColumns(ctx, id, account)),
      currency,
      archived_at: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordActorEvent(ctx, 'staff_added', describe(row));
  publish(ctx, businessId, { topic: 'withdrawals' });
  return row;
}

const accountColumns = async ({ vault, actor }: Ctx, id: string, account: CheckedAccount) => ({
  bank_code: account.bankCode,
  bank_name: account.bankName,
  account_name: account.accountName ?? '',
  account_number_sealed: await vault.seal(
    actor.businessId,
    staffAccountPlace(actor.businessId, id),
    account.accountNumber,
  ),
  account_number_last4: account.accountNumber.slice(-4),
});

const describe = (row: StaffRow) => `${row.name}, ${row.bank_name}, ends ${row.account_number_last4}`;
