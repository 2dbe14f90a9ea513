import { notFound } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { ImportRow } from '../table.ts';
import { type LineState, stateOfLine } from './line-state.ts';

/** A statement with its account and how many of its lines are in which state. */
export type ListedStatement = ImportRow & {
  currency: Currency;
  bank_name: string;
  last4: string;
  counts: Record<LineState, number>;
};

const MAX_ROWS = 1000;

const statements = (db: Db | Tx, businessId: string, currency: Currency) =>
  db
    .selectFrom('statement_imports as s')
    .innerJoin('bank_accounts_own as a', (join) =>
      join.onRef('a.business_id', '=', 's.business_id').onRef('a.id', '=', 's.account_id'),
    )
    .where('s.business_id', '=', businessId)
    .where('a.currency', '=', currency);

/** The ids of statements in a currency, as a subquery. */
export const statementIds = (db: Db | Tx, businessId: string, currency: Currency) =>
  statements(db, businessId, currency).select('s.id');

const listed = ['a.currency', 'a.bank_name', 'a.last4'] as const;

/** One statement. Throws 404 for one that is unknown, another's, or of another currency. */
export async function statementOf(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  id: string,
): Promise<ListedStatement> {
  const row = await statements(db, businessId, currency)
    .selectAll('s')
    .select(listed)
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('statement');
  const [found] = await withCounts(db, businessId, [row]);
  if (!found) throw notFound('statement');
  return found;
}

/** Statements, the newest first, with the cursor of the next page. */
export async function listStatements(
  db: Db,
  businessId: string,
  currency: Currency,
  { cursor = '', limit = MAX_ROWS }: { cursor?: string | undefined; limit?: number | undefined },
) {
  const all = statements(db, businessId, currency);
  const rows = await all
    .selectAll('s')
    .select(listed)
    .$if(cursor !== '', (query) => query.where('s.id', '<', cursor))
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const page = await withCounts(db, businessId, rows.slice(0, limit));
  return { rows: page, total, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Accounts of the business whose statements were kept. */
export const accountsOf = (db: Db, businessId: string, currency: Currency) =>
  db
    .selectFrom('bank_accounts_own')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .orderBy('id')
    .execute();

async function withCounts<S extends Omit<ListedStatement, 'counts'>>(
  db: Db | Tx,
  businessId: string,
  rows: S[],
): Promise<(S & { counts: Record<LineState, number> })[]> {
  if (rows.length === 0) return [];
  const counted = await db
    .selectFrom('statement_lines as l')
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.business_id', '=', 'l.business_id')
        .onRef('p.statement_line_id', '=', 'l.id')
        .on('p.status', '<>', 'cancelled'),
    )
    .where('l.business_id', '=', businessId)
    .where(
      'l.import_id',
      'in',
      rows.map(({ id }) => id),
    )
    .select(['l.import_id', stateOfLine.as('state')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['l.import_id', 'state'])
    .execute();
  return rows.map((row) => {
    const counts = { open: 0, recorded: 0, ignored: 0, settlement: 0, out: 0 };
    for (const { import_id, state, count } of counted)
      if (import_id === row.id) counts[state] = Number(count);
    return { ...row, counts };
  });
}
