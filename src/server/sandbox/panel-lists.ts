import type { Books } from './books.ts';
import type { Told } from './panel-views.ts';
import type { Listed } from './refunds-view.ts';

/** How many records a list of the panel shows. */
export const SHOWN = 50;

export async function countOf(
  books: Books,
  table: 'checkouts' | 'payments' | 'refunds' | 'payouts' | 'notices',
): Promise<number> {
  const row = await books.db
    .selectFrom(`sandbox.${table}`)
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

export function newestRefunds(books: Books): Promise<Listed[]> {
  return books.db
    .selectFrom('sandbox.refunds')
    .innerJoin('sandbox.payments', 'sandbox.payments.transaction_id', 'sandbox.refunds.transaction_id')
    .selectAll('sandbox.refunds')
    .select('sandbox.payments.currency')
    .orderBy('sandbox.refunds.created_at', 'desc')
    .limit(SHOWN)
    .execute();
}

export async function newestNotices(books: Books): Promise<Told[]> {
  const notices = await books.db
    .selectFrom('sandbox.notices')
    .selectAll()
    .orderBy('sequence', 'desc')
    .limit(SHOWN)
    .execute();
  const ids = notices.map((notice) => notice.event_id);
  if (ids.length === 0) return [];
  const attempts = await books.db
    .selectFrom('sandbox.notice_attempts')
    .selectAll()
    .where('event_id', 'in', ids)
    .orderBy('id')
    .execute();
  return notices.map((notice) => ({
    ...notice,
    attempts: attempts.filter((one) => one.event_id === notice.event_id),
  }));
}
