import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import { exportRow } from '#server/modules/account/rules/export.ts';
import { tables } from '#server/modules/all.ts';
import { excerptOf } from './excerpt.ts';
import type { Person } from './person.ts';
import {
  holds,
  nameOf,
  ownedTables,
  patternOf,
  tableOf,
  type TextColumn,
  textColumns,
} from './text-columns.ts';

type Row = Record<string, unknown>;

const MOST_ROWS = 10_000;
// Credentials and sealed values are never disclosed.
const SECRET = /(_hash|_sealed|^sealed|^wrapped|^signature|^token|^storage_key|^key_id|^state)$/;
/** One row of these may tell of several people: answers in the chat, mails to owners. */
const MIXED = new Set(['public.thread_messages', 'public.assistant_proposals', 'public.kept_mails']);
const isDisclosed = ({ schema, table }: TextColumn): boolean =>
  schema !== 'pgboss' && !(schema === 'public' && tables[table]?.undisclosed);

/** All data held about a person across all businesses, by table; mentions in others' records too. */
export async function dataHeldAbout(db: Db, person: Person): Promise<Record<string, Row[]>> {
  const pattern = patternOf(person.signs);
  const columnsToSearch = (await textColumns(db)).filter(isDisclosed);
  const owned = ownedTables(columnsToSearch);
  const held: Record<string, Row[]> = {};
  for (const [name, columns] of Map.groupBy(columnsToSearch, nameOf)) {
    const [first] = columns;
    if (!first) continue;
    const ofThem = columns.flatMap((column) => belongingTo(person, column));
    const mentions = columns.map((column) => holds(column, pattern));
    const businessMentions = owned.has(name)
      ? [...person.signsIn].map(([id, signs]) => mentionsInBusiness(id, columns, signs))
      : [];
    const isMixed = MIXED.has(name);
    const where = [...ofThem, ...mentions, ...businessMentions];
    const { rows } = await sql<Row & { is_theirs: boolean }>`
      select *, coalesce(${sql.join([sql`false`, ...ofThem], sql` or `)}, false) as is_theirs from ${tableOf(first)}
      where ${sql.join(where, sql` or `)} limit ${sql.lit(MOST_ROWS)}`.execute(db);
    if (rows.length > 0)
      held[name] = rows.map(({ is_theirs: isWhole, ...row }) =>
        readable(isWhole || !isMixed ? row : excerptOf(row, signsFor(person, row))),
      );
  }
  return held;
}

const signsFor = ({ signs, signsIn }: Person, { business_id: id }: Row): readonly string[] =>
  (typeof id === 'string' ? signsIn.get(id) : undefined) ?? signs;

// Goods bought, payments and settlements name nobody: they are theirs by the record they stand under.
const RECORDS = new Map([
  ['invoice_id', 'invoices'],
  ['quote_id', 'quotes'],
  ['payment_id', 'payments'],
]);

function belongingTo({ customers, signs }: Person, { table, column }: TextColumn): RawBuilder<boolean>[] {
  const ids = customers.map(({ id }) => id);
  if (column === 'to_address') return [sql`${sql.ref(column)} = any(${signs}::text[])`];
  if (column === 'customer_id' || (table === 'consents' && column === 'subject_id'))
    return [sql`${sql.ref(column)} = any(${ids}::text[])`];
  const records = RECORDS.get(column);
  if (!records) return [];
  return [
    sql`${sql.ref(column)} in (select id from ${sql.table(records)} where customer_id = any(${ids}::text[]))`,
  ];
}

const mentionsInBusiness = (
  businessId: string,
  columns: readonly TextColumn[],
  signs: readonly string[],
): RawBuilder<boolean> =>
  sql<boolean>`(business_id = ${businessId} and (${sql.join(
    columns.map((column) => holds(column, patternOf(signs))),
    sql` or `,
  )}))`;

function readable(row: Row): Row {
  const secret = Object.fromEntries(
    Object.keys(row).flatMap((column) => (SECRET.test(column) ? [[column, null]] : [])),
  );
  return exportRow(row, secret);
}
