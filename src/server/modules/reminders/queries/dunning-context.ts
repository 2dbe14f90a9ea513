import { sql } from 'kysely';
import { laterOf, plusMs } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import { ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { heldReminders } from '#server/modules/invoices/queries/held-reminders.ts';
import {
  type Invoice,
  internationalDigits,
  type StoredInvoice,
} from '#server/modules/invoices/rules/invoice.ts';
import { hasWritten, isSuppressed } from '#server/modules/notifications/queries/whatsapp.ts';
import type { Reach } from '../rules/channels.ts';
import type { DunningProgress } from '../rules/plan.ts';
import type { ReminderStepRow } from '../table.ts';
import { activePromise, promisesOf } from './promises.ts';
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
  key: InvoiceKey,
  now: Date,
): Promise<DunningContext | null> {
  const { businessId, invoiceId } = key;
  const invoice = await invoiceById(db, businessId, invoiceId);
  if (!invoice?.sent_at) return null;
  const schedule = await scheduleOf(db, businessId);
  const customer = await customerById(db, businessId, invoice.customer_id);
  const steps = await stepsOf(db, key);
  const { zone } = schedule;
  const promise = activePromise(await promisesOf(db, key, { zone, now }));
  const chosen = await db
    .selectFrom('reminder_invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  const hold = (await heldReminders(db, businessId, [invoice], now)).get(invoiceId);
  const plannedStep = steps.find(({ state }) => state === 'planned');
  const progress: DunningProgress = {
    due: invoice.due_date,
    revision: invoice.revision,
    sentAt: invoice.sent_at,
    partlyPaid: invoice.paid_minor > (chosen?.resumed_paid_minor ?? 0),
    off: Boolean(chosen?.off || customer?.reminders_off),
    since: laterOf(chosen?.since ?? null, await lastRefundAt(db, key)),
    promise: promise && { id: promise.promise.id, day: promise.promise.promised_for },
    claimedUntil: hold?.why === 'claimed' ? hold.until : null,
    covered: hold?.why === 'covered',
    movedTo: chosen?.moved_to ?? null,
    doneSteps: new Set(steps.map(({ step }) => step)),
    planned: plannedStep ? { step: plannedStep.step, at: plannedStep.made_at } : null,
    ...(await reminderHistory(db, invoice, now)),
  };
  return { invoice, schedule, progress, steps, language: customer?.language ?? schedule.language };
}

/** How the customer of an invoice can be reached. `serviceSends`: whether WhatsApp is set up. */
export async function reachOf(db: Db | Tx, invoice: Invoice, serviceSends: boolean): Promise<Reach> {
  const { business_id: businessId, customer_email: email } = invoice;
  const customer = await customerById(db, businessId, invoice.customer_id);
  const number = internationalDigits(customer?.phone ?? null);
  const hasWrittenTo = number !== '' && serviceSends && (await hasWritten(db, number));
  return {
    email,
    emailBlocked: email !== '' && (await isEmailBlocked(db, businessId, email)),
    number,
    whatsappBlocked: number !== '' && (await isSuppressed(db, businessId, 'whatsapp', number)),
    whatsappAllowed: serviceSends && (hasWrittenTo || Boolean(customer?.whatsapp_consent_at)),
  };
}

// Steps that fell due while it was paid are not caught up.
async function lastRefundAt(db: Db | Tx, { businessId, invoiceId }: InvoiceKey): Promise<Date | null> {
  const row = await db
    .selectFrom('allocations')
    .select('created_at')
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('amount_minor', '<', ZERO)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

const stepsOf = (db: Db | Tx, { businessId, invoiceId }: InvoiceKey): Promise<ReminderStepRow[]> =>
  db
    .selectFrom('reminder_steps')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .execute();

type ReminderHistory = Pick<DunningProgress, 'lastByHand' | 'lastStep' | 'toCustomer'>;

async function reminderHistory(db: Db | Tx, invoice: Invoice, now: Date): Promise<ReminderHistory> {
  const { business_id: businessId, id, customer_id: customerId, customer_email: email } = invoice;
  const since = plusMs(now, -WEEK_MS);
  const { rows } = await sql<{ at: Date; mine: boolean; sender: 'hand' | 'tap' | 'ladder' | 'planned' }>`
    select sent_at as at, invoice_id = ${id} as mine, sender from reminders
      where business_id = ${businessId} and sent_at > ${since}
        and (customer_id = ${customerId} or (address <> '' and address = ${email}))
    union all
    select made_at, false, 'planned' from reminder_steps
      where business_id = ${businessId} and customer_id = ${customerId} and state = 'planned'
        and invoice_id <> ${id} and made_at > ${since}
    order by at`.execute(db);
  const mine = rows.filter((row) => row.mine);
  return {
    lastByHand: mine.findLast(({ sender }) => sender === 'hand')?.at ?? null,
    lastStep: mine.findLast(({ sender }) => sender !== 'hand')?.at ?? null,
    toCustomer: rows.map(({ at }) => at),
  };
}

// Blocked: on the suppression list, or the last message bounced.
async function isEmailBlocked(db: Db | Tx, businessId: string, email: string): Promise<boolean> {
  if (await isSuppressed(db, businessId, 'email', email)) return true;
  const last = await db
    .selectFrom('messages')
    .select('state')
    .where('business_id', '=', businessId)
    .where('customer_id', 'is not', null)
    .where('to_address', '=', email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'bounced';
}
