import { UNFINISHED_RESTORE } from '#server/database/migrate.ts';
import type { Head } from '../ledger-checks/hash-chains.ts';
import type { Session } from './copy-session.ts';

/** A table of ours and the columns that are stored, in their order. */
export type Table = { name: string; columns: string[] };

export const JOBS = 'pgboss.job';
const SCHEMAS = `('public', 'sandbox')`;

const NO_RECORDS = ['public.schema_migrations', `public.${UNFINISHED_RESTORE}`];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `public.users` quoted for SQL. */
export const quotedTable = (name: string): string => name.split('.').map(quoted).join('.');
export const quotedColumns = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** Every table with records: ours, and the jobs of the queue. */
export async function tablesOf(session: Session): Promise<Table[]> {
  const found = await session.rows<{ name: string; columns: string[] }>(`
    select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where (n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition) or (n.nspname = 'pgboss' and c.relname = 'job')
    group by 1 order by 1`);
  return found.filter(({ name }) => !NO_RECORDS.includes(name));
}

/** How the rows of a table are read: all of them, but of the queue only what is still to be done. */
export function selectOf({ name, columns }: Table): string {
  const open = name === JOBS ? ` where state in ('created', 'retry', 'active')` : '';
  return `select ${quotedColumns(columns)} from ${quotedTable(name)}${open}`;
}

/** Current values of the sequences; unused ones are left out. */
export async function sequencesOf(session: Session): Promise<Record<string, number>> {
  const found = await session.rows<{ name: string; last: string | number }>(`
    select schemaname || '.' || sequencename as name, last_value as last from pg_sequences
    where schemaname in ${SCHEMAS} and last_value is not null`);
  return Object.fromEntries(found.map(({ name, last }) => [name, Number(last)]));
}

/** The names of the migrations this database has had, in order; none where it is new. */
export async function migrationsOf(session: Session): Promise<string[]> {
  if (!(await exists(session, 'public.schema_migrations'))) return [];
  const found = await session.rows<{ name: string }>('select name from schema_migrations order by name');
  return found.map(({ name }) => name);
}

/** Of the queue's own tables; zero where there is no queue yet. */
export async function queueVersionOf(session: Session): Promise<number> {
  if (!(await exists(session, 'pgboss.version'))) return 0;
  return (await session.rows<{ version: number }>('select version from pgboss.version'))[0]?.version ?? 0;
}

/** Where each hash chain ends. */
export async function headsOf(session: Session): Promise<Head[]> {
  const heads: Head[] = [];
  for (const book of ['audit', 'ledger'] as const) {
    if (!(await exists(session, `public.${book}_links`))) continue;
    const found = await session.rows<Omit<Head, 'book'>>(`
      select business_id as chain, number, encode(hash, 'hex') as hash from ${book}_links l
      where number = (select max(number) from ${book}_links m where m.business_id = l.business_id) order by 1`);
    heads.push(...found.map((head) => ({ ...head, book, number: Number(head.number) })));
  }
  return heads;
}

/** The ids of the master keys under which this database's own keys are sealed. */
export async function masterKeysOf(session: Session): Promise<string[]> {
  const ids = new Set<string>();
  for (const table of ['service_keys', 'data_keys']) {
    if (!(await exists(session, `public.${table}`))) continue;
    const found = await session.rows<{ id: string }>(`select distinct master_key_id as id from ${table}`);
    for (const { id } of found) ids.add(id);
  }
  return [...ids].sort();
}

// Tables a service fills by itself before it has users.
const HOUSEKEEPING = [
  'schema_migrations',
  'periodic_work',
  'rate_counters',
  'reconciliation_runs',
  'backups',
  'book_checks',
];

/** Whether a restore into this database was interrupted: its contents are incomplete. */
export const isUnfinished = (session: Session): Promise<boolean> =>
  exists(session, `public.${UNFINISHED_RESTORE}`);

/** Our tables that have user records. */
export async function filledTables(session: Session): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of await tablesOf(session)) {
    if (!name.startsWith('public.') || HOUSEKEEPING.includes(name.slice(7))) continue;
    const [row] = await session.rows(`select 1 from ${quotedTable(name)} limit 1`);
    if (row) filled.push(name);
  }
  return filled;
}

async function exists(session: Session, table: string): Promise<boolean> {
  const [row] = await session.rows<{ present: boolean }>(
    `select to_regclass('${table}') is not null as present`,
  );
  return row?.present ?? false;
}

/** Statements that drop everything our migrations created, and nothing of extensions or others. */
export async function dropsOf(session: Session): Promise<string[]> {
  const own = (catalogue: string) =>
    `not exists (select 1 from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = o.oid and d.deptype = 'e')`;
  const found = await session.rows<{ drop: string }>(`
    select format('drop table if exists public.%I cascade', o.relname) as drop from pg_class o
      where o.relnamespace = 'public'::regnamespace and o.relkind in ('r', 'p') and ${own('pg_class')}
    union all select format('drop view if exists public.%I cascade', o.relname) from pg_class o
      where o.relnamespace = 'public'::regnamespace and o.relkind = 'v' and ${own('pg_class')}
    union all select format('drop routine if exists %s cascade', o.oid::regprocedure) from pg_proc o
      where o.pronamespace = 'public'::regnamespace and ${own('pg_proc')}
    union all select format('drop domain if exists public.%I cascade', o.typname) from pg_type o
      where o.typnamespace = 'public'::regnamespace and o.typtype = 'd' and ${own('pg_type')}
    union all select format('drop type if exists public.%I cascade', o.typname) from pg_type o
      where o.typnamespace = 'public'::regnamespace and o.typtype = 'e' and ${own('pg_type')}`);
  return [
    ...found.map(({ drop }) => drop),
    'drop schema if exists sandbox cascade',
    'drop schema if exists pgboss cascade',
  ];
}

/**
 * Objects that slow loading down or must not run during it, as statements before and after: references and
 * indexes are recreated over the loaded rows, so that every reference is checked; triggers stay off for their
 * own rows.
 */
export async function aroundLoading(session: Session, tables: readonly Table[]) {
  const list = tables.map(({ name }) => `'${name}'::regclass`).join(', ');
  const references = await session.rows<{ drop: string; make: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid in (${list}) and conparentid = 0`);
  const indexes = await session.rows<{ drop: string; make: string }>(`
    select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as make
    from pg_index i where i.indrelid in (${list}) and not i.indisunique
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`);
  const ours = tables.filter(({ name }) => name !== JOBS).map(({ name }) => quotedTable(name));
  return {
    before: [
      ...references.map(({ drop }) => drop),
      ...indexes.map(({ drop }) => drop),
      ...ours.map((name) => `alter table ${name} disable trigger user`),
    ],
    after: [
      ...indexes.map(({ make }) => make),
      ...references.map(({ make }) => make),
      ...ours.map((name) => `alter table ${name} enable trigger user`),
    ],
  };
}
