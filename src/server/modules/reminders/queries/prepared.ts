import { sql } from 'kysely';
import { type CalendarDate, dateIn, daysBetween } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { heldReminders } from '#server/modules/invoices/queries/held-reminders.ts';
import { leftToPay, openEarly } from '#server/modules/invoices/queries/withholding.ts';
import { messageFactsOf } from '#server/modules/invoices/rules/facts.ts';
import { type Invoice, payUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import { reminderText } from '#server/modules/notifications/rules/whatsapp.ts';
import { ownerChannels, type Reach } from '../rules/channels.ts';
import { promisedDay, type StepTemplate, stepTemplate } from '../rules/step-template.ts';
import type { ReminderStepRow } from '../table.ts';
import { partPromised } from './promises.ts';
import { reachOf } from './reach.ts';
import { type BusinessSchedule, scheduleOf } from './settings.ts';

/** A message that waits for its owner to send it, with the words it would have today. */
export type Prepared = {
  step: ReminderStepRow;
  invoice: Invoice;
  /** The sum it asks for, in minor units. */
  asked: Minor;
  reach: Reach;
  language: Language;
  daysLate: number;
  promised: CalendarDate | null;
  /** The words its owner may edit, and the line that stands under words of their own. */
  words: string;
  payLine: string;
  text: string;
};

const MAX_ROWS = 1000;

type PreparedRequest = { businessId: string; currency: Currency; now: Date; publicUrl: string };
/** `words`: its owner's own, for the one message that is meant. */
type PreparedFilter = { limit?: number | undefined; id?: string | undefined; words?: string | null };
type Row = { step: ReminderStepRow; invoice: Invoice; language: Language | null };

/** The messages that wait in one currency, the longest overdue first, with how many there are. */
export async function preparedMessages(
  db: Db | Tx,
  request: PreparedRequest,
  { limit = 200, id, words }: PreparedFilter = {},
): Promise<{ messages: Prepared[]; total: number }> {
  const schedule = await scheduleOf(db, request.businessId);
  const rows = (await plannedSteps(db, request, schedule)).filter(
    ({ step }) => id === undefined || step.id === id,
  );
  const business = await businessForDocument(db, request.businessId);
  const today = dateIn(request.now, schedule.zone);
  const messages: Prepared[] = [];
  for (const { step, invoice, language: own } of rows.slice(0, limit)) {
    const language = own ?? schedule.language;
    const payUrl = payUrlOf(request.publicUrl, invoice.public_id);
    const toPay = await leftToPay(db, invoice);
    const told = messageFactsOf(invoice, business, {
      toPay,
      payUrl,
      early: await openEarly(db, invoice, request.now),
    });
    const sending = { now: request.now, zone: schedule.zone, language };
    const part = await partPromised(db, invoice, step);
    const message = stepTemplate({ ...step, words: words ?? null, partPromised: part }, told, sending);
    messages.push({
      step,
      invoice,
      asked: told.balance,
      language,
      reach: await reachOf(db, invoice, false),
      daysLate: daysBetween(invoice.due_date, today),
      promised: promisedDay(step),
      ...preparedText(message),
    });
  }
  return { messages, total: rows.length };
}

function preparedText(message: StepTemplate): Pick<Prepared, 'words' | 'payLine' | 'text'> {
  const { body, ...parts } =
    message.template === 'promiseDue'
      ? reminderText(message.template, message.facts)
      : reminderText(message.template, message.facts);
  return { ...parts, text: body };
}

/** A link that opens WhatsApp with the message typed in, for its owner to send. */
export const chatUrl = ({ reach, text }: Pick<Prepared, 'reach' | 'text'>): string =>
  `https://wa.me/${reach.number}?text=${encodeURIComponent(text)}`;

/** Channels its owner can send a message by. */
export const channelsOf = ({ reach }: Prepared) => ownerChannels(reach);

// Steps are stored once; the invoice decides whether one is still wanted.
async function plannedSteps(
  db: Db | Tx,
  request: PreparedRequest,
  schedule: BusinessSchedule,
): Promise<Row[]> {
  if (schedule.mode === 'off') return [];
  const today = dateIn(request.now, schedule.zone);
  const steps = await db
    .selectFrom('reminder_steps as s')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 's.business_id').onRef('i.id', '=', 's.invoice_id'),
    )
    .innerJoin('customers as c', (join) =>
      join.onRef('c.business_id', '=', 'i.business_id').onRef('c.id', '=', 'i.customer_id'),
    )
    .selectAll('s')
    .select('c.language')
    .where('s.business_id', '=', request.businessId)
    .where('s.state', '=', 'planned')
    .where('i.currency', '=', request.currency)
    .where('i.paid_at', 'is', null)
    .where('i.deleted_at', 'is', null)
    // Prepared of the revision there is now.
    .whereRef('s.made_at', '>=', 'i.sent_at')
    .where('c.reminders_off', '=', false)
    .where(
      sql<boolean>`not exists (select 1 from reminder_invoices r
        where r.business_id = s.business_id and r.invoice_id = s.invoice_id and r.off)`,
    )
    .where(
      sql<boolean>`i.paid_minor <= coalesce((select r.resumed_paid_minor from reminder_invoices r
        where r.business_id = s.business_id and r.invoice_id = s.invoice_id), 0)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from promises p where p.business_id = s.business_id
        and p.invoice_id = s.invoice_id and p.ended_at is null and p.promised_for >= ${today}::date)`,
    )
    // Its owner did it by hand meanwhile.
    .where(
      sql<boolean>`not exists (select 1 from reminders r where r.business_id = s.business_id
        and r.invoice_id = s.invoice_id and r.sender = 'hand' and r.sent_at >= s.made_at)`,
    )
    .orderBy('i.due_date')
    .orderBy('i.id')
    .limit(MAX_ROWS)
    .execute();
  const invoices = await invoicesById(
    db,
    request.businessId,
    steps.map((step) => step.invoice_id),
  );
  const held = await heldReminders(db, request.businessId, [...invoices.values()], request.now);
  return steps.flatMap(({ language, ...step }) => {
    const invoice = invoices.get(step.invoice_id);
    return invoice && !held.has(invoice.id) ? [{ step, invoice, language }] : [];
  });
}

async function invoicesById(db: Db | Tx, businessId: string, ids: string[]): Promise<Map<string, Invoice>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
