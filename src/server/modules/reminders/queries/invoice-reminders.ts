import { daysBetween } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { isActive } from '#server/modules/invoices/rules/invoice.ts';
import { isPromiseStep, planOf } from '../rules/plan.ts';
import { loadDunningContext } from './dunning-context.ts';
import { preparedMessages } from './prepared.ts';
import { activePromise, promisesOf } from './promises.ts';
import { scheduleOf } from './settings.ts';
import { eventsOf } from './timeline.ts';

/** Reminders of an invoice: timeline and next step. Throws 404. */
export async function remindersOf(scope: Scope, currency: Currency, invoiceId: string) {
  const { db, now } = scope;
  const { businessId } = scope.actor;
  const invoice = isId('inv', invoiceId) ? await invoiceById(db, businessId, invoiceId) : null;
  if (invoice?.currency !== currency) throw notFound('invoice');
  const schedule = await scheduleOf(db, businessId);
  const promises = await promisesOf(db, { businessId, invoiceId }, { zone: schedule.zone, now });
  const context = await loadDunningContext(db, { businessId, invoiceId }, now);
  const open = context && !invoice.paid_at && isActive(invoice);
  const plan = open ? planOf(schedule, context.progress, now) : null;
  const upcoming = plan?.next ?? plan?.due ?? null;
  const plannedStep = context?.steps.find(({ state }) => state === 'planned');
  const request = { businessId, currency, now, publicUrl: scope.publicUrl() };
  const prepared = open && plannedStep ? await preparedMessages(db, request, { id: plannedStep.id }) : null;
  return {
    invoice,
    events: await eventsOf(db, invoice, { promises, steps: context?.steps ?? [], zone: schedule.zone }),
    mode: schedule.mode,
    stop: plan?.stop ?? null,
    next: upcoming && {
      day: upcoming.day,
      at: upcoming.at,
      daysLate: daysBetween(invoice.due_date, upcoming.day),
      ofPromise: isPromiseStep(upcoming.step),
    },
    prepared: prepared?.messages[0] ?? null,
    promise: activePromise(promises),
  };
}
