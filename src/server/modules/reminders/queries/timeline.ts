import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { timelineEvent } from '#contract/reminders.ts';
import { addDays } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { instantAt } from '#core/time-zones.ts';
import type { Db } from '#server/kernel/db.ts';
import { type Invoice, removedAt } from '#server/modules/invoices/rules/invoice.ts';
import type { ReminderStepRow } from '../table.ts';
import type { JudgedPromise } from './promises.ts';

/** One event of an invoice's timeline. */
type Event = z.output<typeof timelineEvent>;

const emptyEvent = {
  channel: null,
  letter: null,
  state: null,
  reason: null,
  amount: null,
  day: null,
  note: null,
};

type EventSources = { promises: readonly JudgedPromise[]; steps: readonly ReminderStepRow[]; zone: string };

/** Timeline of an invoice, oldest first. */
export async function eventsOf(
  db: Db,
  invoice: Invoice,
  { promises, steps, zone }: EventSources,
): Promise<Event[]> {
  const events = [
    ...ofInvoice(invoice),
    ...(await ofMessages(db, invoice)),
    ...(await ofReminders(db, invoice)),
    ...(await ofShares(db, invoice)),
    ...(await ofMoney(db, invoice)),
    ...promises.flatMap((promise) => ofPromise(promise, zone)),
    ...steps.flatMap(ofStep),
  ];
  return events.toSorted((a, b) => a.at.getTime() - b.at.getTime() || order(a) - order(b));
}

// Effects come after their causes where both have the same time.
const order = ({ kind }: Event): number => ['created', 'sent', 'message', 'payment', 'paid'].indexOf(kind);

function ofInvoice(invoice: Invoice): Event[] {
  const { id, created_at, sent_at, paid_at } = invoice;
  const removed = removedAt(invoice);
  return [
    { ...emptyEvent, id: `${id}:created`, kind: 'created', at: created_at },
    ...(sent_at ? [{ ...emptyEvent, id: `${id}:sent`, kind: 'sent' as const, at: sent_at }] : []),
    ...(paid_at ? [{ ...emptyEvent, id: `${id}:paid`, kind: 'paid' as const, at: paid_at }] : []),
    ...(removed ? [{ ...emptyEvent, id: `${id}:deleted`, kind: 'deleted' as const, at: removed }] : []),
  ];
}

async function ofMessages(db: Db, { business_id, id }: Invoice): Promise<Event[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'channel', 'kind', 'state', 'reason', 'created_at'])
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .where('customer_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ id, kind: letter, created_at: at, ...message }) => ({
    ...emptyEvent,
    ...message,
    id,
    kind: 'message',
    letter,
    at,
  }));
}

// Those by email are among the messages; the others went from the owner's own phone.
async function ofReminders(db: Db, { business_id, id }: Invoice): Promise<Event[]> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select r.id, r.sent_at as at from reminders r
    where r.business_id = ${business_id} and r.invoice_id = ${id} and r.channel = 'whatsapp' and r.sender <> 'ladder'
      and not exists (select 1 from messages m where m.business_id = r.business_id and m.invoice_id = r.invoice_id
        and m.channel = 'whatsapp' and m.created_at = r.sent_at)
    order by r.sent_at desc limit 100`.execute(db);
  return rows.map((row) => ({ ...emptyEvent, ...row, kind: 'reminded', channel: 'whatsapp' }));
}

async function ofShares(db: Db, { business_id, id }: Invoice): Promise<Event[]> {
  const rows = await db
    .selectFrom('invoice_shares')
    .select(['id', 'way', 'shared_at'])
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ id, way: note, shared_at: at }) => ({ ...emptyEvent, id, kind: 'shared', at, note }));
}

async function ofMoney(db: Db, { business_id, id }: Invoice): Promise<Event[]> {
  const rows = await db
    .selectFrom('allocations')
    .select(['id', 'amount_minor'])
    .select((eb) => eb.fn.coalesce('moved_at', 'created_at').as('at'))
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .orderBy('created_at')
    .limit(100)
    .execute();
  return rows.map(({ id, amount_minor, at }) => {
    const kind = amount_minor > 0 ? 'payment' : 'refund';
    return { ...emptyEvent, id, kind, at, amount: minor(Math.abs(amount_minor)) };
  });
}

function ofPromise({ promise, outcome }: JudgedPromise, zone: string): Event[] {
  const { id, promised_for: day, amount_minor: amount, note, made_at, ended_at } = promise;
  const about = { ...emptyEvent, day, amount };
  const promised: Event = { ...about, id, kind: 'promised', at: made_at, note: note || null };
  const withOutcome = (kind: Event['kind'], at: Date | null): Event[] =>
    at ? [promised, { ...about, id: `${id}:after`, kind, at }] : [promised];
  const { state, settledAt } = outcome;
  if (state === 'kept') return withOutcome('promise_kept', settledAt);
  if (state === 'broken') return withOutcome('promise_broken', instantAt(addDays(day, 1), 0, zone));
  return state === 'open' ? [promised] : withOutcome(`promise_${state}`, ended_at);
}

const shownReasons = ['by_owner', 'stopped', 'not_sent'];

function ofStep({ id, state, why, made_at, settled_at, day }: ReminderStepRow): Event[] {
  if (state === 'planned') return [{ ...emptyEvent, id, kind: 'prepared', at: made_at, day }];
  if (state !== 'skipped' || !settled_at || !shownReasons.includes(why ?? '')) return [];
  return [{ ...emptyEvent, id, kind: 'skipped', at: settled_at, reason: why, day }];
}
