import { daysBetween } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { invoiceById } from '#server/modules/invoices/queries.ts';
import { isPromiseStep, planOf } from '../rules/plan.ts';
import { promisesOf, standingPromise } from './promises.ts';
import { ladderOf } from './settings.ts';
import { situationOf } from './situation.ts';
import { eventsOf } from './timeline.ts';
import { preparedMessages } from './today.ts';

/** Reminders of an invoice: timeline and next step. Throws 404. */
export async function remindersOf(scope: Scope, currency: Currency, invoiceId: string) {
  const { db, now } = scope;
  const { businessId } = scope.actor;
  const invoice = isId('inv', invoiceId) ? await invoiceById(db, businessId, invoiceId) : null;
  if (invoice?.currency !== currency) throw notFound('invoice');
  const ladder = await ladderOf(db, businessId);
  const promises = await promisesOf(db, { businessId, invoiceId }, { zone: ladder.zone, now });
  const situation = await situationOf(db, { businessId, invoiceId }, now);
  const open = situation && !invoice.paid_at && !invoice.deleted_at;
  const plan = open ? planOf(ladder, situation.standing, now) : null;
  const coming = plan?.next ?? plan?.due ?? null;
  const waiting = situation?.steps.find(({ state }) => state === 'planned');
  const asked = { businessId, currency, now, publicUrl: scope.publicUrl() };
  const prepared = open && waiting ? await preparedMessages(db, asked, { id: waiting.id }) : null;
  return {
    invoice,
    events: await eventsOf(db, invoice, { promises, steps: situation?.steps ?? [], zone: ladder.zone }),
    mode: ladder.mode,
    stop: plan?.stop ?? null,
    next: coming && {
      day: coming.day,
      at: coming.at,
      daysLate: daysBetween(invoice.due_date, coming.day),
      ofPromise: isPromiseStep(coming.step),
    },
    prepared: prepared?.messages[0] ?? null,
    promise: standingPromise(promises),
  };
}
