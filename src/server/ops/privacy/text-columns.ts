import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import { tables } from '#server/modules/all.ts';
import { escapeMarkdown } from '#server/modules/assistant/replies/escape.ts';
import { escapeHtml } from '#server/modules/notifications/layout-html.ts';

/** A column that can hold text typed by people. */
export type TextColumn = { schema: string; table: string; column: string; type: 'text' | 'jsonb' };

/**
 * Every such column of every table of ours and of the queue, found in the catalogue: new ones are included
 * automatically.
 */
export async function textColumns(db: Db): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select n.nspname::text as schema, c.relname::text as table, a.attname::text as column,
      (case when t.typname = 'jsonb' then 'jsonb' else 'text' end)::text as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and t.typname in ('text', 'jsonb', 'varchar')
      and (n.nspname in ('public', 'sandbox') or (n.nspname = 'pgboss' and c.relname = 'job'))
    order by 1, 2, a.attnum`.execute(db);
  // Documents in base64: long, and nothing in them reads as text.
  return rows.filter(({ table, column }) => tables[table]?.texts !== 'none' && column !== 'attachments');
}

export const tableOf = ({ schema, table }: Pick<TextColumn, 'schema' | 'table'>): RawBuilder<unknown> =>
  sql`${sql.id(schema)}.${sql.id(table)}`;

const JSON_BREAK = '\\\\[nrtbf]';
const LETTER_CLASS = { sql: '[:alnum:]', js: '\\p{L}\\p{M}\\p{N}' } as const;
type Dialect = keyof typeof LETTER_CLASS;

/**
 * A pattern that finds any of some texts as complete words, case-insensitively, in plain text, JSON, HTML or Markdown:
 * for the database, or for `RegExp` with `giu`.
 */
export const patternOf = (texts: readonly string[], dialect: Dialect = 'sql'): string =>
  texts
    .map((text) => withBoundaries(text, writtenForms(text).map(quoted).join('|'), LETTER_CLASS[dialect]))
    .join('|');

const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');

// Some databases fold the case of ASCII letters only.
function writtenForms(text: string): string[] {
  const forms = ['NFC', 'NFD'].flatMap((form) => {
    const one = text.normalize(form);
    return [one, one.toUpperCase(), one.toLowerCase()];
  });
  const escaped = forms.flatMap((one) => [one, escapeMarkdown(one), escapeHtml(one)]);
  return [...new Set(escaped.flatMap((one) => [one, JSON.stringify(one).slice(1, -1)]))];
}

// Word boundaries: Ada Obi is not Ada Obinna, nor one number the middle of another, nor a@b.com the beginning
// of a@b.com.ng.
function withBoundaries(text: string, forms: string, letterClass: string): string {
  if (/^[\d\s+().-]+$/.test(text))
    return `(?<![0-9])(?:${[...text.replace(/\D/g, '')].join('[ ().-]*')})(?![0-9])`;
  const [before, after] = text.includes('@')
    ? ['._+-', `(?![${letterClass}_-]|\\.[a-z]{2,4}(?![${letterClass}]))`]
    : ['', `(?![${letterClass}]|-[${letterClass}])`];
  return `(?<=^|[^${letterClass}${before}]|${JSON_BREAK})(?:${forms})${after}`;
}

/** Whether a column holds a pattern's text. */
export const holds = ({ column }: Pick<TextColumn, 'column'>, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)}::text ~* ${pattern}`;

/** The tables whose rows have an owner, as `schema.table`. */
export const ownedTables = (places: readonly TextColumn[]): Set<string> =>
  new Set(places.flatMap((column) => (column.column === 'business_id' ? [nameOf(column)] : [])));
export const nameOf = ({ schema, table }: Pick<TextColumn, 'schema' | 'table'>): string =>
  `${schema}.${table}`;

/**
 * The columns that contain any of some texts, with how many rows of each; optionally of one business alone.
 */
export async function columnsContaining(
  db: Db,
  texts: readonly string[],
  businessId: string | null = null,
): Promise<{ column: string; rows: number }[]> {
  if (texts.length === 0) return [];
  const pattern = patternOf(texts);
  const found: { column: string; rows: number }[] = [];
  const places = await textColumns(db);
  const owned = ownedTables(places);
  for (const [table, columns] of Map.groupBy(places, nameOf)) {
    const [first] = columns;
    if (!first || (businessId !== null && !owned.has(table))) continue;
    const only = businessId === null ? sql`` : sql`where business_id = ${businessId}`;
    const counts = columns.map((column, at) =>
      sql`count(*) filter (where ${holds(column, pattern)})`.as(`c${at}`),
    );
    const { rows } = await sql<
      Record<string, number>
    >`select ${sql.join(counts)} from ${tableOf(first)} ${only}`.execute(db);
    for (const [at, { column }] of columns.entries()) {
      const count = Number(rows[0]?.[`c${at}`] ?? 0);
      if (count > 0) found.push({ column: `${table}.${column}`, rows: count });
    }
  }
  return found;
}
