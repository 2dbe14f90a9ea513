import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { answer } from '#contract/assistant.ts';
import type { TestApp } from '../../harness.ts';

export type Answer = z.output<typeof answer>;

/** Every row of every table a proposal could touch, as text. */
export type State = Map<string, Set<string>>;

// Tables a conversation itself writes to, and those that only count or log.
const IGNORED_TABLES = [
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
  return rows.map(({ name }) => name).filter((name) => !IGNORED_TABLES.includes(name));
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

// Tables each action may change.
const consequences: Record<string, readonly string[]> = {
  create_invoice: [
    'invoices',
    'invoice_items',
    'invoice_figures',
    'invoice_days',
    'invoice_names',
    'customers',
    'customer_figures',
    'business_profiles',
    'directory',
  ],
  add_customer: ['customers', 'customer_figures'],
  send_invoice: ['invoices', 'invoice_figures', 'invoice_days', 'customer_figures', 'messages', 'kept_mails'],
  send_reminder: ['invoices', 'messages', 'kept_mails', 'reminders', 'reminder_steps'],
  delete_invoice: ['invoices', 'invoice_figures', 'invoice_days', 'invoice_names', 'customer_figures'],
  record_payment: [
    'invoices',
    'invoice_figures',
    'invoice_days',
    'customer_figures',
    'payments',
    'payment_figures',
    'payment_days',
    'payment_claims',
    'allocations',
    'receipts',
    'directory',
    'business_profiles',
    'messages',
    'kept_mails',
  ],
  note_claim: ['payment_claims'],
  note_promise: ['promises', 'reminder_steps', 'invoices'],
  credit_note: [
    'credit_notes',
    'credit_note_lines',
    'adjustments',
    'invoices',
    'invoice_figures',
    'invoice_days',
    'customer_figures',
    'business_profiles',
    'messages',
    'kept_mails',
  ],
  write_off: ['adjustments', 'invoices', 'invoice_figures', 'invoice_days', 'customer_figures'],
  withholding: [
    'withholdings',
    'adjustments',
    'invoices',
    'invoice_figures',
    'invoice_days',
    'customer_figures',
  ],
  customer_statement: ['messages', 'kept_mails'],
  change_plan: ['plans', 'plan_occurrences'],
  convert_quote: [
    'quotes',
    'quote_events',
    'invoices',
    'invoice_items',
    'invoice_figures',
    'invoice_days',
    'invoice_names',
    'customers',
    'customer_figures',
    'business_profiles',
  ],
};

/** The content of the proposal that was open before a turn; null where none was. */
export type ShownProposal = Answer | null;

/** Violations of a turn: changes nobody confirmed, others than were shown, or of another business. */
export function violationsOf(
  changes: readonly Change[],
  about: { confirmed: boolean; shown: ShownProposal; answer: Answer | null; otherId: string },
): string[] {
  const foreign = changes.filter(({ added, removed }) =>
    [...added, ...removed].some((row) => row.startsWith(`(${about.otherId},`)),
  );
  const wrongs = foreign.map(({ table }) => `rows of the other business changed in ${table}`);
  if (changes.length === 0) return wrongs;
  const does = about.answer?.outcome.does;
  if (!about.confirmed || !about.shown?.outcome.proposalId || !does)
    return [...wrongs, `changed without a confirmation: ${formatChanges(changes)}`];
  const allowed = consequences[does] ?? [];
  const beyond = changes.filter(({ table }) => !allowed.includes(table));
  if (beyond.length > 0) wrongs.push(`${does} changed ${formatChanges(beyond)}`);
  return [...wrongs, ...mismatches(does, changes, about.shown)];
}

const formatChanges = (changes: readonly Change[]) =>
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
    if (!is) return [`one invoice was to be made: ${formatChanges(changes)}`];
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
