import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { type Currency, type Minor, minor } from '#core/money.ts';
import { likePattern } from '#core/pagination.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { LineRow } from '../table.ts';
import { type LineState, stateOfLine } from './line-state.ts';
import { statementIds } from './statements.ts';

/** A line with its state and the payment it was recorded as. */
export type ListedLine = LineRow & {
  state: LineState;
  payment_id: string | null;
  invoice_number: string | null;
  customer_name: string | null;
};

type LineFilters = {
  statementId?: string | undefined;
  ids?: readonly string[] | undefined;
  state?: LineState | undefined;
  /** Part of its words. */
  search?: string | undefined;
};

const MAX_ROWS = 5000;

const linesOf = (db: Db | Tx, businessId: string, { statementId = '', ids, state, search }: LineFilters) => {
  const like = likePattern(search);
  return db
    .selectFrom('statement_lines as l')
    .leftJoin('payments as p', (join) =>
      join
        .onRef('p.business_id', '=', 'l.business_id')
        .onRef('p.statement_line_id', '=', 'l.id')
        .on('p.status', '<>', 'cancelled'),
    )
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .where('l.business_id', '=', businessId)
    .$if(statementId !== '', (query) => query.where('l.import_id', '=', statementId))
    .$if(ids !== undefined, (query) => query.where('l.id', 'in', [...(ids ?? []), '']))
    .$if(state !== undefined, (query) => query.where(stateOfLine, '=', state ?? 'open'))
    .$if(like !== null, (query) =>
      query.where(
        sql<boolean>`lower(l.narration || ' ' || l.payer || ' ' || l.reference || ' ' || l.note) like lower(${like})`,
      ),
    );
};

const listed = ['p.id as payment_id', 'i.number as invoice_number', 'i.customer_name'] as const;

/** Lines by their ids or of one statement, in the order of the file. */
export const linesBy = (db: Db | Tx, businessId: string, filters: LineFilters): Promise<ListedLine[]> =>
  linesOf(db, businessId, filters)
    .selectAll('l')
    .select(listed)
    .select(stateOfLine.as('state'))
    .orderBy('l.position')
    .limit(MAX_ROWS)
    .execute();

type Elsewhere = { statementId: string; amounts: readonly Minor[] };

/** Open lines of some amounts in the other statements of a currency, the newest of very many. */
export const openElsewhere = (
  db: Db,
  businessId: string,
  currency: Currency,
  { statementId, amounts }: Elsewhere,
): Promise<ListedLine[]> =>
  linesOf(db, businessId, { state: 'open' })
    // Said by the state too, but an index knows it only so.
    .where('l.set_aside', 'is', null)
    .where('l.import_id', '<>', statementId)
    .where('l.import_id', 'in', statementIds(db, businessId, currency))
    .where(sql<boolean>`l.amount_minor = any(${amounts}::bigint[])`)
    .selectAll('l')
    .select(listed)
    .select(stateOfLine.as('state'))
    .orderBy('l.day', 'desc')
    .limit(MAX_ROWS)
    .execute();

/** A page of a statement's lines; the cursor is the row of the file. Throws 422 for what cannot be one. */
export async function pageOfLines(
  db: Db,
  businessId: string,
  filters: LineFilters,
  { cursor = '', limit = MAX_ROWS }: { cursor?: string | undefined; limit?: number | undefined },
) {
  if (!/^\d{0,9}$/.test(cursor)) throw fieldError('cursor', 'This page does not exist');
  const after = Number(cursor);
  const matching = linesOf(db, businessId, filters);
  const rows = await matching
    .selectAll('l')
    .select(listed)
    .select(stateOfLine.as('state'))
    .where('l.position', '>', after)
    .orderBy('l.position')
    .limit(limit + 1)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = rows.slice(0, limit);
  return { rows: page, total, nextCursor: rows.length > limit ? String(page.at(-1)?.position ?? '') : null };
}

/** Open lines of all statements in a currency: the newest, how many, and what they come to. */
export async function openLines(db: Db, businessId: string, currency: Currency, limit: number) {
  const open = linesOf(db, businessId, { state: 'open' })
    .innerJoin('statement_imports as s', (join) =>
      join.onRef('s.business_id', '=', 'l.business_id').onRef('s.id', '=', 'l.import_id'),
    )
    .innerJoin('bank_accounts_own as a', (join) =>
      join.onRef('a.business_id', '=', 's.business_id').onRef('a.id', '=', 's.account_id'),
    )
    .where('a.currency', '=', currency);
  const rows = await open
    .select(['l.day', 'l.payer', 'l.narration', 'l.amount_minor as amount'])
    .orderBy('l.day', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute();
  const { count, sum } = await open
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('l.amount_minor'), sql<string>`0`).as('sum'))
    .executeTakeFirstOrThrow();
  return {
    rows: rows.map(({ payer, narration, ...line }) => ({
      ...line,
      words: [payer, narration].filter(Boolean).join(' · '),
    })),
    count: Number(count),
    sum: minor(Number(sum)),
  };
}

/** A payment somebody typed that may be the money of a line. */
export type TypedPayment = {
  id: string;
  amount_minor: number;
  day: CalendarDate;
  number: string;
  customer_name: string;
};

/** Payments that were typed, came by the bank, and were not found in a statement yet. */
export const typedPayments = (
  db: Db | Tx,
  businessId: string,
  currency: string,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<TypedPayment[]> =>
  db
    .selectFrom('payments as p')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .select(['p.id', 'p.amount_minor', 'p.day', 'i.number', 'i.customer_name'])
    .where('p.business_id', '=', businessId)
    .where('i.currency', '=', currency as 'NGN')
    .where('p.evidence', '=', 'hand')
    .where('p.status', '=', 'completed')
    .where('p.method', '<>', 'cash')
    .where('p.day', '>=', from)
    .where('p.day', '<=', to)
    .orderBy('p.id')
    .execute();
