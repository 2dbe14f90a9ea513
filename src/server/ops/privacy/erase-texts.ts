import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { tables } from '#server/modules/all.ts';
import { textColumns as invoiceColumns } from '#server/modules/invoices/table.ts';
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

/** In the place of words about an erased person. */
export const ERASED_TEXT = '[erased]';

export type Count = (table: string, rows: bigint | number | undefined) => void;

/**
 * Erases mentions in text columns: in a business's records, in the queue and in providers' data; without a business, in rows that
 * belong to none.
 */
export async function eraseTexts(
  { tx }: SystemCtx,
  signs: readonly string[],
  businessId: string | null,
  count: Count,
): Promise<void> {
  const pattern = patternOf(signs);
  const ofThem = businessId === null ? sql`true` : sql`data->>'businessId' = ${businessId}`;
  await sql`delete from pgboss.job where data::text ~* ${pattern} and ${ofThem}`.execute(tx);
  const paidThem =
    businessId === null
      ? sql`true`
      : sql`subject_id in (select transaction_id from payments where business_id = ${businessId})`;
  await sql`update payment_notices set raw = '' where raw ~* ${pattern} and state <> 'received' and ${paidThem}`.execute(
    tx,
  );
  const columns = await textColumns(tx);
  const owned = ownedTables(columns);
  for (const textColumn of columns) {
    if (isKeptColumn(textColumn) || owned.has(nameOf(textColumn)) === (businessId === null)) continue;
    const rows = sql`${holds(textColumn, pattern)} and ${businessId === null ? sql`true` : sql`business_id = ${businessId}`}`;
    count(
      textColumn.table,
      await (textColumn.type === 'jsonb'
        ? eraseJson(tx, textColumn, rows, signs)
        : eraseText(tx, textColumn, rows, pattern)),
    );
  }
}

async function eraseText(
  tx: Tx,
  textColumn: TextColumn,
  rows: RawBuilder<unknown>,
  pattern: string,
): Promise<bigint> {
  const column = sql.ref(textColumn.column);
  const changed =
    await sql`update ${tableOf(textColumn)} set ${column} = regexp_replace(${column}, ${pattern}, ${ERASED_TEXT}, 'gi') where ${rows}`.execute(
      tx,
    );
  return changed.numAffectedRows ?? 0n;
}

// Text by text: what is left has to be JSON.
async function eraseJson(
  tx: Tx,
  textColumn: TextColumn,
  which: RawBuilder<unknown>,
  signs: readonly string[],
  keys?: ReadonlySet<string>,
): Promise<number> {
  const column = sql.ref(textColumn.column);
  const { rows } = await sql<{ at: string; value: unknown }>`
    select ctid::text as at, ${column} as value from ${tableOf(textColumn)} where ${which} for update`.execute(
    tx,
  );
  for (const { at, value } of rows)
    await sql`update ${tableOf(textColumn)} set ${column} = ${JSON.stringify(without(value, signs, keys))}::jsonb where ctid = ${at}::tid`.execute(
      tx,
    );
  return rows.length;
}

/** A value of JSON without some texts, in all strings or only in those under some keys. */
export function without(value: unknown, signs: readonly string[], keys?: ReadonlySet<string>): unknown {
  const pattern = new RegExp(patternOf(signs, 'js'), 'giu');
  const erased = (inner: unknown, at = ''): unknown => {
    if (typeof inner === 'string')
      return keys?.has(at) === false ? inner : inner.replace(pattern, ERASED_TEXT);
    if (Array.isArray(inner)) return inner.map((one) => erased(one, at));
    if (inner === null || typeof inner !== 'object') return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, erased(one, key)]));
  };
  return erased(value);
}

/** Names of the free texts of an invoice, in the plan and in the table. */
const WRITTEN = new Set<string>([...Object.keys(invoiceColumns), ...Object.values(invoiceColumns)]);

/**
 * Erases customers' names from what was written for them and issued to nobody: repeating invoices, invoices and quotes that stayed
 * drafts. A name of one word, which may be anything elsewhere, is theirs there.
 */
export async function eraseUnissued({ tx }: SystemCtx, { customers }: Person, count: Count): Promise<void> {
  for (const [businessId, records] of Map.groupBy(customers, (one) => one.businessId)) {
    const ids = records.map(({ id }) => id);
    const { rows } = await sql<{ name: string }>`
      select name from customers where business_id = ${businessId} and id = any(${ids}::text[])`.execute(tx);
    const names = rows.flatMap(({ name }) => (/\p{L}{2}/u.test(name) ? name : []));
    if (names.length === 0) continue;
    const ofThem = sql`business_id = ${businessId} and customer_id = any(${ids}::text[])`;
    for (const { which, ...place } of unissuedOf(businessId, ofThem)) {
      const column: TextColumn = { schema: 'public', ...place };
      const pattern = patternOf(names);
      const holding = sql`${which} and ${holds(column, pattern)}`;
      count(
        column.table,
        await (column.type === 'jsonb'
          ? eraseJson(tx, column, holding, names, WRITTEN)
          : eraseText(tx, column, holding, pattern)),
      );
    }
  }
}

type Unissued = Omit<TextColumn, 'schema'> & { which: RawBuilder<unknown> };

function unissuedOf(businessId: string, ofThem: RawBuilder<unknown>): Unissued[] {
  const invoices = sql`${ofThem} and sent_at is null and paid_minor = 0`;
  const quotes = sql`${ofThem} and sent_at is null`;
  const items = sql`business_id = ${businessId} and invoice_id in (select id from invoices where ${invoices})`;
  const revisions = sql`business_id = ${businessId} and quote_id in (select id from quotes where ${quotes})`;
  return [
    { table: 'plans', column: 'contents', type: 'jsonb', which: ofThem },
    { table: 'quotes', column: 'title', type: 'text', which: quotes },
    { table: 'quote_revisions', column: 'content', type: 'jsonb', which: revisions },
    { table: 'invoice_items', column: 'description', type: 'text', which: items },
    ...Object.values(invoiceColumns).map(
      (column): Unissued => ({
        table: 'invoices',
        column,
        type: 'text',
        which: invoices,
      }),
    ),
  ];
}

// Rows of their own go with their account. A column that names a record's person is erased with the record; a
// namesake's stays. Sealed values hold no plain text.
function isKeptColumn({ schema, table, column }: TextColumn): boolean {
  if (schema === 'pgboss' || /(^|_)id$|_hash$|_sealed$/.test(column)) return true;
  const texts = schema === 'public' ? tables[table]?.texts : undefined;
  return texts === 'own' || (typeof texts === 'object' && texts.named.includes(column));
}
