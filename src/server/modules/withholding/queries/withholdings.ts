import { type SqlBool, sql } from 'kysely';
import { notFound } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Withholding } from '../table.ts';

type Filters = {
  year?: number | undefined;
  state?: Withholding['state'] | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
};

const MAX_ROWS = 1000;
const shown = [
  'i.number as invoice_number',
  'i.customer_name',
  'i.currency',
  'i.total_minor',
  'i.tax_minor',
  'i.credited_minor',
] as const;

/** Certificates that are awaited first, then what waits for its payment, then the rest. */
const turn = sql<number>`case w.state when 'pending' then 0 when 'declared' then 1 else 2 end`;

const rowsOf = (db: Db | Tx, businessId: string, currency: Currency) =>
  db
    .selectFrom('withholdings as w')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'w.business_id').onRef('i.id', '=', 'w.invoice_id'),
    )
    .where('w.business_id', '=', businessId)
    .where('i.currency', '=', currency);

export type ListedWithholding = Awaited<ReturnType<typeof withholdingById>>;

/** One record of tax a customer keeps. Throws 404 for one that is unknown, another's, or of another currency. */
export async function withholdingById(db: Db | Tx, businessId: string, currency: Currency, id: string) {
  const row = await rowsOf(db, businessId, currency)
    .selectAll('w')
    .select(shown)
    .where('w.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('withholding tax');
  return row;
}

/** All records of tax customers kept, in one tax year or all, the oldest first. */
export const allWithholdings = (
  db: Db,
  businessId: string,
  currency: Currency,
  year: number | undefined,
): Promise<ListedWithholding[]> =>
  rowsOf(db, businessId, currency)
    .$if(year !== undefined, (query) => query.where('w.tax_year', '=', year ?? 0))
    .selectAll('w')
    .select(shown)
    .orderBy('w.id')
    .execute();

/** Records of tax customers keep, the awaited certificates first and the oldest first, with the cursor of the next page. */
export async function listWithholdings(db: Db, businessId: string, currency: Currency, filters: Filters) {
  const { year, state, cursor, limit = MAX_ROWS } = filters;
  const [afterTurn = '', afterId = ''] = cursor?.split(':') ?? [];
  const matching = rowsOf(db, businessId, currency)
    .$if(year !== undefined, (query) => query.where('w.tax_year', '=', year ?? 0))
    .$if(state !== undefined, (query) => query.where('w.state', '=', state ?? 'pending'));
  const found = await matching
    .selectAll('w')
    .select(shown)
    .select(turn.as('turn'))
    .$if(/^\d$/.test(afterTurn), (query) =>
      query.where(sql<SqlBool>`(${turn}, w.id) > (${Number(afterTurn)}, ${afterId})`),
    )
    .orderBy('turn')
    .orderBy('w.id')
    .limit(limit + 1)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, total, nextCursor: found.length > limit && last ? `${last.turn}:${last.id}` : null };
}
