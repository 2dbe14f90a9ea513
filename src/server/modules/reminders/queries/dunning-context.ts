import { sql } from 'kysely';
import { laterOf, plusMs } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import { ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { customersById } from '#server/modules/customers/queries/list.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { heldReminders } from '#server/modules/invoices/queries/held-reminders.ts';
import type { StoredInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { nextPartOf } from '#server/modules/invoices/rules/schedule.ts';
import { historyOf, type Reminded } from '../rules/history.ts';
import type { DunningProgress } from '../rules/plan.ts';
import type { ReminderStepRow } from '../table.ts';
import { promisesOf } from './promises.ts';
import { type BusinessSchedule, scheduleOf } from './settings.ts';

const WEEK_MS = 7 * 86_400_000;

/** Input of the dunning schedule for one invoice. */
export type DunningContext = {
  invoice: StoredInvoice;
  schedule: BusinessSchedule;
  progress: DunningProgress;
  steps: ReminderStepRow[];
  language: Language;
};

export type InvoiceKey = { businessId: string; invoiceId: string };

/** Loads the dunning context of a sent invoice; null when there is none. */
export async function loadDunningContext(
  db: Db | Tx,
  { businessId, invoiceId }: InvoiceKey,
  now: Date,
): Promise<DunningContext | null> {
  const invoice = await invoiceById(db, businessId, invoiceId);
  if (!invoice) return null;
  const { contexts, reminded } = await loadDunningContexts(db, businessId, [invoice], now);
  const [context] = contexts;
  return context ? { ...context, progress: { ...context.progress, ...historyOf(invoice, reminded) } } : null;
}

type OwnProgress = Omit<DunningProgress, keyof ReturnType<typeof historyOf>>;

/** A dunning context without the reminders its customer got: those grow while a batch is worked through. */
export type OwnContext = Omit<DunningContext, 'progress'> & { progress: OwnProgress };

/** Loads the dunning contexts of those of a business's invoices that were sent, and whatever their customers were reminded of. */
export async function loadDunningContexts(
  db: Db | Tx,
  businessId: string,
  invoices: readonly StoredInvoice[],
  now: Date,
): Promise<{ contexts: OwnContext[]; reminded: Reminded[] }> {
  const sent = invoices.flatMap((invoice) => (invoice.sent_at ? { invoice, sentAt: invoice.sent_at } : []));
  if (sent.length === 0) return { contexts: [], reminded: [] };
  const of = { businessId, invoices: sent.map(({ invoice }) => invoice) };
  const ids = of.invoices.map(({ id }) => id);
  const schedule = await scheduleOf(db, businessId);
  const customers = await customersById(db, businessId, customersOf(of.invoices));
  const steps = Map.groupBy(await stepsOf(db, businessId, ids), (step) => step.invoice_id);
  const { zone } = schedule;
  const open = await promisesOf(db, { businessId, openOf: ids }, { zone, now });
  const promises = new Map(
    open
      .filter(({ outcome }) => outcome.settledAt === null)
      .map(({ promise }) => [promise.invoice_id, promise]),
  );
  const choices = await choicesFor(db, businessId, ids);
  const refunds = await lastRefunds(db, businessId, ids);
  const holds = await heldReminders(db, businessId, of.invoices, now);
  const contexts = sent.map(({ invoice, sentAt }) => {
    const [customer, choice] = [customers.get(invoice.customer_id), choices.get(invoice.id)];
    const [hold, promise] = [holds.get(invoice.id), promises.get(invoice.id)];
    const own = steps.get(invoice.id) ?? [];
    const planned = own.find(({ state }) => state === 'planned');
    const part = nextPartOf(invoice);
    const progress: OwnProgress = {
      due: invoice.due_date,
      revision: invoice.revision,
      sentAt,
      part: part?.position ?? null,
      // The parts before it are paid as they were to be.
      partlyPaid: invoice.paid_minor > (choice?.resumed_paid_minor ?? 0) && part?.paid !== ZERO,
      off: Boolean(choice?.off || customer?.reminders_off),
      since: laterOf(
        part?.askedAt ? new Date(part.askedAt) : null,
        laterOf(choice?.since ?? null, refunds.get(invoice.id) ?? null),
      ),
      promise: promise ? { id: promise.id, day: promise.promised_for } : null,
      claimedUntil: hold?.why === 'claimed' ? hold.until : null,
      chargingUntil: hold?.why === 'charging' ? hold.until : null,
      covered: hold?.why === 'covered',
      movedTo: choice?.moved_to ?? null,
      doneSteps: new Set(own.map(({ step }) => step)),
      planned: planned ? { step: planned.step, at: planned.made_at } : null,
    };
    return { invoice, schedule, progress, steps: own, language: customer?.language ?? schedule.language };
  });
  return { contexts, reminded: await remindersTo(db, of, plusMs(now, -WEEK_MS)) };
}

const customersOf = (invoices: readonly StoredInvoice[]): string[] => [
  ...new Set(invoices.map(({ customer_id }) => customer_id)),
];

async function choicesFor(db: Db | Tx, businessId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('reminder_invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(isAmong(ids))
    .execute();
  return new Map(rows.map((row) => [row.invoice_id, row]));
}

// Steps that fell due while it was paid are not caught up.
async function lastRefunds(
  db: Db | Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('allocations')
    .select(['invoice_id', (eb) => eb.fn.max('created_at').as('at')])
    .where('business_id', '=', businessId)
    .where(isAmong(ids))
    .where('amount_minor', '<', ZERO)
    .groupBy('invoice_id')
    .execute();
  return new Map(rows.map(({ invoice_id, at }) => [invoice_id, at]));
}

const stepsOf = (db: Db | Tx, businessId: string, ids: readonly string[]): Promise<ReminderStepRow[]> =>
  db
    .selectFrom('reminder_steps')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(isAmong(ids))
    .execute();

const isAmong = (ids: readonly string[]) => sql<boolean>`invoice_id = any(${ids})`;

type InvoicesOf = { businessId: string; invoices: readonly StoredInvoice[] };

async function remindersTo(
  db: Db | Tx,
  { businessId, invoices }: InvoicesOf,
  since: Date,
): Promise<Reminded[]> {
  const customers = customersOf(invoices);
  const emails = [...new Set(invoices.flatMap(({ customer_email: email }) => email || []))];
  const { rows } = await sql<Reminded>`
    select sent_at as at, invoice_id as "invoiceId", customer_id as "customerId", address, sender, step from reminders
      where business_id = ${businessId} and sent_at > ${since} and (customer_id = any(${customers}) or address = any(${emails}))
    union all
    select made_at, invoice_id, customer_id, '', 'planned', step from reminder_steps
      where business_id = ${businessId} and customer_id = any(${customers}) and state = 'planned' and made_at > ${since}
    order by at`.execute(db);
  return [...rows];
}
