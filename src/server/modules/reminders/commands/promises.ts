import { type CalendarDate, dateIn, formatDate } from '#core/dates.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { isId, newId } from '#core/ids.ts';
import { type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { rescheduleReminder } from '#server/modules/invoices/commands/reminders.ts';
import { type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { askedNow } from '#server/modules/invoices/rules/schedule.ts';
import { type JudgedPromise, promisesOf } from '../queries/promises.ts';
import { scheduleOf } from '../queries/settings.ts';
import { validateDay } from '../rules/promises.ts';

type NewPromise = {
  currency: Currency;
  invoiceId: string;
  day: CalendarDate;
  amount?: Minor | null | undefined;
  note?: string | null | undefined;
};

/**
 * Records the day a customer promised to pay, which pauses reminders until then; replaces an earlier promise.
 * Throws 404, 409 when nothing is owed, 422 for an impossible day or amount.
 */
export async function recordPromise(ctx: Ctx, input: NewPromise): Promise<JudgedPromise> {
  const invoice = await lockInvoice(ctx, input);
  if (!invoice.sent_at || invoice.paid_at || !isActive(invoice))
    throw new AppError('conflict', 'Only a sent invoice that is not paid can be promised');
  const { zone } = await scheduleOf(ctx.tx, invoice.business_id);
  validateDay(input.day, dateIn(ctx.now, zone));
  const owed = invoice.balance_minor;
  const amount = input.amount ?? askedNow(invoice, owed);
  if (amount > owed) throw fieldError('amount', `Only ${formatMoney(owed, invoice.currency)} is owed`);
  await endPromise(ctx, invoice, 'moved');
  const row = {
    business_id: invoice.business_id,
    id: newId('prm', ctx.now),
    invoice_id: invoice.id,
    customer_id: invoice.customer_id,
    promised_for: input.day,
    amount_minor: amount,
    note: input.note ?? '',
    made_at: ctx.now,
  };
  await ctx.tx
    .insertInto('promises')
    .values({ ...row, ended_at: null, ended_by: null })
    .execute();
  recordPromiseActivity(
    ctx,
    invoice,
    amount,
    `${invoice.customer_name} promised to pay ${invoice.number} by ${formatDate(input.day)}`,
  );
  await rescheduleReminder(ctx, invoice, ctx.now);
  return {
    promise: { ...row, ended_at: null, ended_by: null },
    outcome: { state: 'open', daysLate: null, settledAt: null },
    invoice,
  };
}

/** Takes a promise back; reminders go on with the next step. Throws 404, or 409 when it has ended already. */
export async function withdrawPromise(
  ctx: Ctx,
  { currency, id }: { currency: Currency; id: string },
): Promise<void> {
  const existing = isId('prm', id)
    ? await ctx.tx
        .selectFrom('promises')
        .select('invoice_id')
        .where('business_id', '=', ctx.actor.businessId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!existing) throw notFound('promise');
  const invoice = await lockInvoice(ctx, { currency, invoiceId: existing.invoice_id });
  const { zone } = await scheduleOf(ctx.tx, invoice.business_id);
  const judged = await promisesOf(
    ctx.tx,
    { businessId: invoice.business_id, invoiceId: invoice.id },
    { zone, now: ctx.now },
  );
  const mine = judged.find(({ promise }) => promise.id === id);
  if (mine?.outcome.state !== 'open')
    throw new AppError('conflict', 'Only a promise whose day has not passed can be withdrawn');
  await endPromise(ctx, invoice, 'withdrawn');
  await resumeSchedule(ctx, invoice);
  recordPromiseActivity(
    ctx,
    invoice,
    mine.promise.amount_minor,
    `The promise to pay ${invoice.number} was withdrawn`,
  );
}

/**
 * Resumes the schedule from now: steps passed meanwhile are not caught up. `off` keeps it off, `resumed` is the paid part (minor units) it
 * goes on after, `movedTo` a new due date, which has steps of its own.
 */
export async function resumeSchedule(
  ctx: Ctx,
  invoice: Invoice,
  change: { off?: boolean; resumed?: Minor; movedTo?: CalendarDate } = {},
): Promise<void> {
  const { business_id, id: invoice_id } = invoice;
  await ctx.tx
    .insertInto('reminder_invoices')
    .values({
      business_id,
      invoice_id,
      off: change.off ?? false,
      resumed_paid_minor: change.resumed ?? ZERO,
      since: ctx.now,
      moved_to: change.movedTo ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'invoice_id']).doUpdateSet({
        since: ctx.now,
        ...(change.off === undefined ? {} : { off: change.off }),
        ...(change.resumed === undefined ? {} : { resumed_paid_minor: change.resumed }),
        ...(change.movedTo === undefined ? {} : { moved_to: change.movedTo }),
      }),
    )
    .execute();
  await rescheduleReminder(ctx, invoice, ctx.now);
}

async function endPromise(ctx: Ctx, { business_id, id }: Invoice, by: 'moved' | 'withdrawn'): Promise<void> {
  await ctx.tx
    .updateTable('promises')
    .set({ ended_at: ctx.now, ended_by: by })
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

const recordPromiseActivity = (ctx: Ctx, invoice: Invoice, amount: Minor, description: string): void =>
  recordActivity(
    ctx,
    invoice.business_id,
    { type: 'payment_promised', description, metadata: subjectOf(invoice, amount) },
    { topic: 'invoices', invoiceId: invoice.id },
  );
