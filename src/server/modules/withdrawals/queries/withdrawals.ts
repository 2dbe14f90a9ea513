import { type SelectQueryBuilder, sql } from 'kysely';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import { cursorOf, LIST_CAP, pageFrom } from '#core/pagination.ts';
import type { Database, Db, Tx } from '#server/kernel/db.ts';
import { settledDebts } from '#server/modules/ledger/queries.ts';
import { isReturned } from '../rules.ts';
import type { WithdrawalRow } from '../table.ts';

/** Withdrawals of one currency, newest first, with the cursor of the next page. */
export async function listWithdrawals(
  db: Db,
  businessId: string,
  currency: Currency,
  page: { cursor?: string | undefined; limit?: number | undefined; batch?: string | undefined },
) {
  const limit = page.limit ?? LIST_CAP;
  const after = cursorOf('wdr', page.cursor);
  const mine = db
    .selectFrom('withdrawals')
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .$if(Boolean(page.batch), (query) => query.where('batch_id', '=', page.batch ?? ''));
  const rows = await withRetry(mine)
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await mine.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const { rows: shown, nextCursor } = pageFrom(rows, limit);
  return { withdrawals: await withDebts(db, businessId, shown), nextCursor, total };
}

/** A withdrawal with the attempt that took its place, if it did not go through and was tried again. */
export type WithdrawalWithRetry = WithdrawalRow & { tried_again_as: string | null };

/** The same with the part of its returned money (minor units) that settled a debt. */
export type ShownWithdrawal = WithdrawalWithRetry & { settledDebt: Minor };

/** Withdrawals of a business as they are shown. */
export async function withDebts(
  db: Db | Tx,
  businessId: string,
  rows: readonly WithdrawalWithRetry[],
): Promise<ShownWithdrawal[]> {
  const returned = rows.filter(({ status }) => isReturned(status)).map(({ id }) => id);
  const debts = await settledDebts(db, businessId, returned);
  return rows.map((row) => ({ ...row, settledDebt: debts.get(row.id) ?? ZERO }));
}

const withRetry = (query: SelectQueryBuilder<Database, 'withdrawals', object>) =>
  query
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('withdrawals as later')
        .select('later.id')
        .whereRef('later.business_id', '=', 'withdrawals.business_id')
        .whereRef('later.retry_of', '=', 'withdrawals.id')
        .as('tried_again_as'),
    );

/** Everybody of a payment of several, earlier attempts included. Empty where there is no such payment. */
export function rowsOfBatch(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  batchId: string,
): Promise<WithdrawalWithRetry[]> {
  const ofBatch = db
    .selectFrom('withdrawals')
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('batch_id', '=', batchId);
  return withRetry(ofBatch).orderBy('id').execute();
}

/** Whether a payout of a batch is still under way. */
export async function hasOpenPayouts(db: Db | Tx, businessId: string, batchId: string): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('business_id', '=', businessId)
    .where('batch_id', '=', batchId)
    .where('status', 'in', ['pending', 'processing'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Payouts of a batch that failed and were not retried. Undefined where there is no such batch. */
export async function failedOfBatch(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  batchId: string,
): Promise<WithdrawalRow[] | undefined> {
  const rows = await rowsOfBatch(db, businessId, currency, batchId);
  if (rows.length === 0) return undefined;
  return rows.filter(({ status, tried_again_as: later }) => isReturned(status) && later === null);
}

/** A withdrawal by the reference the provider knows it under. */
export function withdrawalByReference(db: Db, reference: string): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawals').selectAll().where('reference', '=', reference).executeTakeFirst();
}
