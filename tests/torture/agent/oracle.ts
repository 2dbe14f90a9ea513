import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { answer } from '#contract/assistant.ts';
import type { TestApp } from '../../harness.ts';

export type Answer = z.output<typeof answer>;

/** Every row of every table a proposal could touch, as text. */
export type State = Map<string, Set<string>>;

// What a conversation itself leaves behind, and what only counts or tells of what was done.
const BESIDE = [
  'threads',
  'thread_messages',
  'assistant_proposals',
  'assistant_usage',
  'activities',
  'audit_links',
  'security_events',
  'rate_counters',
  'sessions',
  'idempotency_keys',
  'periodic_work',
];

export async function stateOf(app: TestApp, tables: readonly string[]): Promise<State> {
  const parts = tables.map(
    (table) => sql`select ${sql.lit(table)} as name, t::text as row from ${sql.table(table)} t`,
  );
  const { rows } = await sql<{ name: string; row: string }>`${sql.join(parts, sql` union all `)}`.execute(
    app.system.db,
  );
  const state: State = new Map(tables.map((table) => [table, new Set()]));
  for (const { name, row } of rows) state.get(name)?.add(row);
  return state;
}

export async function tablesOf(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(app.system.db);
  return rows.map(({ name }) => name).filter((name) => !BESIDE.includes(name));
}

export type Change = { table: string; added: string[]; removed: string[] };

export function changesBetween(before: State, after: State): Change[] {
  return [...after].flatMap(([table, rows]) => {
    const old = before.get(table) ?? new Set<string>();
    const added = [...rows].filter((row) => !old.has(row));
    const removed = [...old].filter((row) => !rows.has(row));
    return added.length + removed.length > 0 ? [{ table, added, removed }] : [];
  });
}

// What follows from each action, by table.
const consequences: Record<string, readonly string[]> = {
  create_invoice: [
    'invoices',
    'invoice_items',
    'invoice_figures',
    'invoice_days',
    'customers',
    'customer_figures',
    'business_profiles',
  ],
  add_customer: ['customers', 'customer_figures'],
  send_invoice: ['invoices', 'invoice_figures', 'invoice_days', 'customer_figures', 'messages', 'kept_mails'],
  send_reminder: ['invoices', 'messages', 'kept_mails', 'reminders', 'reminder_steps'],
  delete_invoice: ['invoices', 'invoice_figures', 'invoice_days', 'customer_figures'],
};

/** What was shown with the proposal that was open before a turn; null where none was. */
export type Shown = Answer | null;

/** What is wrong with a turn: changes nobody confirmed, others than were shown, or of another business. */
export function wrongsOf(
  changes: readonly Change[],
  about: { confirmed: boolean; shown: Shown; answer: Answer | null; otherId: string },
): string[] {
  const foreign = changes.filter(({ added, removed }) =>
    [...added, ...removed].some((row) => row.startsWith(`(${about.otherId},`)),
  );
  const wrongs = foreign.map(({ table }) => `rows of the other business changed in ${table}`);
  if (changes.length === 0) return wrongs;
  const does = about.answer?.outcome.does;
  if (!about.confirmed || !about.shown?.outcome.proposalId || !does)
    return [...wrongs, `changed without a confirmation: ${told(changes)}`];
  const allowed = consequences[does] ?? [];
  const beyond = changes.filter(({ table }) => !allowed.includes(table));
  if (beyond.length > 0) wrongs.push(`${does} changed ${told(beyond)}`);
  return [...wrongs, ...mismatches(does, changes, about.shown)];
}

const told = (changes: readonly Change[]) =>
  changes
    .map(
      ({ table, added, removed }) =>
        `${table} +${added.length} -${removed.length}: ${(added[0] ?? removed[0] ?? '').slice(0, 160)}`,
    )
    .join('; ');

/** Where what was done is not what was shown. */
function mismatches(does: string, changes: readonly Change[], shown: Answer): string[] {
  const invoices = changes.find(({ table }) => table === 'invoices') ?? { added: [], removed: [] };
  const customers = changes.find(({ table }) => table === 'customers') ?? { added: [], removed: [] };
  const fresh = customers.added.length - customers.removed.length;
  if (does === 'add_customer') return fresh === 1 ? [] : [`${fresh} customers were added`];
  if (does === 'create_invoice') {
    const total = shown.outcome.draft?.total;
    const [row = '', ...others] = invoices.added;
    const is = others.length === 0 && invoices.removed.length === 0 && fresh <= 1;
    if (!is) return [`one invoice was to be made: ${told(changes)}`];
    const kobo = total === null || total === undefined ? 'none' : String(Math.round(total * 100));
    return new RegExp(`[(,]${kobo}[,)]`).test(row) ? [] : [`a total of ${kobo} was shown, made was ${row}`];
  }
  if (fresh !== 0) return [`${does} added a customer`];
  const numbers = invoices.added.map((row) => /INV-\d+/.exec(row)?.[0] ?? row);
  if (invoices.added.length !== invoices.removed.length) return [`${does} made or took away an invoice`];
  return numbers
    .filter((number) => !shown.message.includes(number))
    .map((number) => `${does} of ${number}, which was not shown`);
}
