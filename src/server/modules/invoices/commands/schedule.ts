import type { CalendarDate } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { dueBy, keptParts, type Part, type PartTerms } from '#core/payment-schedule.ts';
import { type Ctx, todayOf } from '#server/kernel/scope.ts';
import { checkedWords } from '#server/modules/notifications/rules/own-words.ts';
import { leftToPay } from '../queries/withholding.ts';
import { isEarly } from '../rules/early-payment.ts';
import { isActive, refusePastDueDate } from '../rules/invoice.ts';
import { askedNow, nextPartOf, plannedParts, settledOf } from '../rules/schedule.ts';
import type { Invoice } from '../table.ts';
import {
  acceptsReminders,
  type Channel,
  channelsFor,
  enqueueEmail,
  requireReachable,
  viaEmail,
  viaWhatsApp,
} from './delivery.ts';
import { lockInvoice, withCustomerEmail } from './lifecycle.ts';
import { recordInvoice } from './record-activity.ts';
import { recordReminder } from './reminders.ts';
import { sendByWhatsApp } from './send-whatsapp.ts';

type Target = { currency: Currency; id: string };

/**
 * Has what is left of an invoice paid in these parts, after those that are settled. Throws 404, 409 where nothing is left, 422 on the
 * part that makes it impossible.
 */
export async function planSchedule(
  ctx: Ctx,
  { currency, id, schedule }: Target & { schedule: PartTerms[] },
): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, { currency, invoiceId: id });
  refuseClosed(invoice);
  if (isEarly(invoice, todayOf(ctx)))
    throw new AppError(
      'conflict',
      'This invoice has a discount for paying early. It can be paid in parts once that is over',
    );
  const settled = settledOf(invoice);
  const { total_minor: total, issue_date: issued } = invoice;
  const kept = settled === 0 ? [] : keptParts(invoice.schedule ?? [wholeOf(invoice)], settled);
  const parts = plannedParts(schedule, { total, settled, currency, issued }, kept);
  const changed = await storeParts(ctx, invoice, parts);
  recordInvoice(
    ctx,
    changed,
    'invoice_updated',
    `Invoice ${changed.number} is paid in ${parts.length} parts`,
  );
  return changed;
}

/** Stands for all that came before an invoice was paid in parts. */
const wholeOf = ({ total_minor: sum, due_date: day }: Invoice): Part => ({
  label: 'Paid before',
  due: { day },
  sum,
  day,
});

type Asking = Target & {
  position: string;
  dueDate: CalendarDate;
  message?: string | null | undefined;
  channels?: Channel[] | undefined;
};

/**
 * Asks the customer for the part that waits for its owner's word, due on a day from today on. Throws 404, 409 where it is not that part's
 * turn or it was asked for, 422 for a day that is past.
 */
export async function askForPart(ctx: Ctx, asking: Asking): Promise<Invoice> {
  const { currency, id, dueDate } = asking;
  const invoice = await withCustomerEmail(ctx, await lockInvoice(ctx, { currency, invoiceId: id }));
  refuseClosed(invoice);
  if (!invoice.sent_at) throw new AppError('conflict', 'Send the invoice first');
  const position = Number(asking.position);
  refuseOutOfTurn(invoice, position);
  refusePastDueDate(dueDate, todayOf(ctx));
  const askedAt = ctx.now.toISOString();
  const parts = (invoice.schedule ?? []).map((part, at) =>
    at === position - 1 ? { ...part, day: dueDate, askedAt } : part,
  );
  const asked = await storeParts(ctx, invoice, parts);
  await deliverAsking(ctx, asked, { ...asking, position });
  const { label = '', left = invoice.balance_minor } = nextPartOf(asked) ?? {};
  recordInvoice(
    ctx,
    asked,
    'invoice_reminded',
    `${asked.customer_name} was asked for ${formatMoney(left, currency)} of invoice ${asked.number}: ${label}`,
  );
  return asked;
}

/** Moves the day an invoice is due, of a schedule the day of the part whose turn it is. */
export async function moveDueDate(ctx: Ctx, invoice: Invoice, day: CalendarDate): Promise<Invoice> {
  const at = (nextPartOf(invoice)?.position ?? 0) - 1;
  const parts = invoice.schedule?.map((part, index) => (index === at ? { ...part, day } : part)) ?? null;
  return storeParts(ctx, { ...invoice, due_date: day }, parts);
}

async function deliverAsking(
  ctx: Ctx,
  invoice: Invoice,
  { position, message, channels }: Omit<Asking, 'position'> & { position: number },
): Promise<void> {
  const target = { channels: channelsFor(invoice, channels) };
  requireReachable(invoice, target);
  const sum = askedNow(invoice, await leftToPay(ctx.tx, invoice));
  const words = message
    ? checkedWords(message, { currency: invoice.currency, balance_minor: sum })
    : undefined;
  const key = `ask:${invoice.id}:${position}`;
  const mails = viaEmail(target) && (await acceptsReminders(ctx, invoice, target));
  if (mails) await enqueueEmail(ctx, invoice, 'invoiceReminder', { key, words });
  const texts =
    viaWhatsApp(target) &&
    (await sendByWhatsApp(ctx, invoice, 'invoiceReminder', { key: `${key}:whatsapp`, words })) !== null;
  if (mails || texts)
    await recordReminder(ctx, invoice, { channel: mails ? 'email' : 'whatsapp', sender: 'hand', step: null });
}

function refuseClosed(invoice: Invoice): void {
  if (!isActive(invoice)) throw new AppError('conflict', 'This invoice was deleted. Restore it first');
  if (invoice.paid_at) throw new AppError('conflict', 'Nothing is left to pay of this invoice');
}

function refuseOutOfTurn(invoice: Invoice, position: number): void {
  const part = invoice.schedule?.[position - 1];
  if (!part) throw notFound('part of the invoice');
  if (part.day !== null)
    throw new AppError('conflict', 'This part was asked for already, or has a day of its own');
  if (nextPartOf(invoice)?.position !== position)
    throw new AppError('conflict', `The part before it is not paid yet. ${part.label} comes after that`);
}

function storeParts(ctx: Ctx, invoice: Invoice, parts: Part[] | null): Promise<Invoice> {
  return ctx.tx
    .updateTable('invoices')
    .set({
      schedule: parts && JSON.stringify(parts),
      due_date: parts ? dueBy(parts, settledOf(invoice)) : invoice.due_date,
      remind_at: ctx.now,
    })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
