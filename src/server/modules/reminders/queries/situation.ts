import { sql } from 'kysely';
import { plusMs } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import { ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { customerById } from '#server/modules/customers/queries.ts';
import { invoiceById } from '#server/modules/invoices/queries.ts';
import { dialled, type Invoice } from '#server/modules/invoices/rules.ts';
import { isStopped } from '#server/modules/notifications/queries/whatsapp.ts';
import type { Standing } from '../rules/plan.ts';
import type { Reach } from '../rules/ways.ts';
import type { ReminderStepRow } from '../table.ts';
import { promisesOf, standingPromise } from './promises.ts';
import { type ChosenLadder, ladderOf } from './settings.ts';

const WEEK_MS = 7 * 86_400_000;

/** Input of the dunning schedule for one invoice. */
export type Situation = {
  invoice: Invoice;
  ladder: ChosenLadder;
  standing: Standing;
  steps: ReminderStepRow[];
  language: Language;
};

export type Which = { businessId: string; invoiceId: string };

/** Loads the dunning context of a sent invoice; null when there is none. */
export async function situationOf(db: Db | Tx, which: Which, now: Date): Promise<Situation | null> {
  const { businessId, invoiceId } = which;
  const invoice = await invoiceById(db, businessId, invoiceId);
  if (!invoice?.sent_at) return null;
  const ladder = await ladderOf(db, businessId);
  const customer = await customerById(db, businessId, invoice.customer_id);
  const steps = await stepsOf(db, which);
  const { zone } = ladder;
  const promise = standingPromise(await promisesOf(db, which, { zone, now }));
  const chosen = await db
    .selectFrom('reminder_invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  const waiting = steps.find(({ state }) => state === 'planned');
  const standing: Standing = {
    due: invoice.due_date,
    sentAt: invoice.sent_at,
    partlyPaid: invoice.paid_minor > (chosen?.resumed_paid_minor ?? 0),
    off: Boolean(chosen?.off || customer?.reminders_off),
    since: later(chosen?.since ?? null, await gaveBackAt(db, which)),
    promise: promise && { id: promise.promise.id, day: promise.promise.promised_for },
    taken: new Set(steps.map(({ step }) => step)),
    planned: waiting ? { step: waiting.step, at: waiting.made_at } : null,
    ...(await remindedOf(db, invoice, now)),
  };
  return { invoice, ladder, standing, steps, language: customer?.language ?? ladder.language };
}

/** How the customer of an invoice can be reached. `serviceSends`: whether WhatsApp is set up. */
export async function reachOf(db: Db | Tx, invoice: Invoice, serviceSends: boolean): Promise<Reach> {
  const { business_id: businessId, customer_email: email } = invoice;
  const customer = await customerById(db, businessId, invoice.customer_id);
  const number = dialled(customer?.phone ?? null);
  const wrote = number !== '' && serviceSends && (await everWrote(db, number));
  return {
    email,
    emailClosed: email !== '' && (await isClosed(db, businessId, email)),
    number,
    whatsappClosed: number !== '' && (await isStopped(db, businessId, 'whatsapp', number)),
    whatsappOpen: serviceSends && (wrote || Boolean(customer?.whatsapp_consent_at)),
  };
}

// Steps that fell due while it was paid are not caught up.
async function gaveBackAt(db: Db | Tx, { businessId, invoiceId }: Which): Promise<Date | null> {
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

const later = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

const stepsOf = (db: Db | Tx, { businessId, invoiceId }: Which): Promise<ReminderStepRow[]> =>
  db
    .selectFrom('reminder_steps')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .execute();

type Reminded = Pick<Standing, 'lastByHand' | 'lastStep' | 'toCustomer'>;

async function remindedOf(db: Db | Tx, invoice: Invoice, now: Date): Promise<Reminded> {
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
async function isClosed(db: Db | Tx, businessId: string, email: string): Promise<boolean> {
  if (await isStopped(db, businessId, 'email', email)) return true;
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

async function everWrote(db: Db | Tx, number: string): Promise<boolean> {
  const row = await db
    .selectFrom('whatsapp_contacts')
    .select('contact')
    .where('number', '=', number)
    .executeTakeFirst();
  return row !== undefined;
}
