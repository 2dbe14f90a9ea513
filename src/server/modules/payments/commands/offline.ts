import { assert } from '#core/assert.ts';
import { addDays, type CalendarDate, dateIn, formatDate } from '#core/dates.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { isId, newId } from '#core/ids.ts';
import { add, type Currency, formatMoney, type Minor, subtract, ZERO } from '#core/money.ts';
import { instantAt } from '#core/time-zones.ts';
import { type Ctx, lockBusiness, publish } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { applyPayment } from '#server/modules/invoices/commands/settlement.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { collectible, type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { metadataOf } from '../messages.ts';
import { duplicateOf } from '../queries/claims.ts';
import { creditOf, inWays, OFFLINE } from '../rules.ts';
import type { PaymentMethod, PaymentRow } from '../table.ts';
import { allocate } from './allocations.ts';
import { issueReceipt } from './receipts.ts';

/** Money that came without a provider, in minor units of the invoice's currency. */
export type NewRecord = {
  currency: Currency;
  invoiceId: string;
  amount: Minor;
  day: CalendarDate;
  method: PaymentMethod;
  seen?: 'bank' | undefined;
  reference?: string | null | undefined;
  note?: string | null | undefined;
  keepRestAsCredit?: boolean | undefined;
  confirmDuplicate?: boolean | undefined;
  /** The line of the bank's statement it was seen in, and further invoices of the customer that it pays. */
  statement?: { lineId: string; also: readonly Share[] } | undefined;
};

type Share = { invoiceId: string; amount: Minor };

/**
 * Records what somebody says was paid: settles the invoice as far as it goes and gives a receipt. No ledger row: the money is with
 * no provider, so nothing can be withdrawn of it. Throws 404, 409 for a deleted invoice or a likely duplicate, 422 for an
 * impossible day, more than is owed, or a transfer nobody saw in the bank.
 */
export async function recordOffline(ctx: Ctx, input: NewRecord): Promise<PaymentRow> {
  const invoice = await lockRecordable(ctx, input);
  if (input.method === 'bank_transfer' && input.seen !== 'bank')
    throw fieldError('seen', 'Say where you saw it. Only what you see in your bank app or statement counts');
  const { timeZone } = await businessForDocument(ctx.tx, invoice.business_id);
  const also = await lockShares(ctx, input, invoice);
  const own = subtract(input.amount, add(...also.map(({ share }) => share.amount)));
  validateRecord(ctx, { ...input, amount: own }, invoice, timeZone);
  if (!input.confirmDuplicate) await refuseDuplicate(ctx, input, invoice);
  const row = await insertRecord(ctx, input, invoice, timeZone);
  const shares = [{ invoiceId: invoice.id, amount: own }, ...also.map(({ share }) => share)];
  const { payment, settled, nowPaid } = await settle(ctx, row, shares);
  await issueReceipt(ctx, payment);
  await recordEvents(ctx, payment, settled, nowPaid && also.length === 0);
  return payment;
}

async function lockShares(ctx: Ctx, { currency, statement }: NewRecord, first: Invoice) {
  const locked: { share: Share; invoice: Invoice }[] = [];
  for (const share of statement?.also ?? []) {
    const invoice = await lockRecordable(ctx, { currency, invoiceId: share.invoiceId });
    const isTwice = [first, ...locked.map((one) => one.invoice)].some(({ id }) => id === invoice.id);
    if (isTwice) throw fieldError('allocations', `${invoice.number} is named twice`);
    if (invoice.customer_id !== first.customer_id)
      throw fieldError('allocations', 'Choose invoices of one customer');
    if (share.amount > invoice.balance_minor)
      throw fieldError(
        'allocations',
        `Only ${formatMoney(invoice.balance_minor, currency)} is owed on ${invoice.number}`,
      );
    locked.push({ share, invoice });
  }
  return locked;
}

/** Puts a payment on its invoices, the first of them told of in its news. */
async function settle(ctx: Ctx, row: PaymentRow, [first, ...also]: Share[]) {
  assert(first !== undefined, 'a payment is for an invoice');
  const apply = ({ invoiceId, amount }: Share) =>
    applyPayment(ctx, { businessId: row.business_id, invoiceId, amount });
  const own = await apply(first);
  let payment = await allocate(ctx, row, first.invoiceId, own.applied);
  for (const share of also) {
    const { applied } = await apply(share);
    payment = await allocate(ctx, payment, share.invoiceId, applied);
    await publish(ctx, row.business_id, { topic: 'payments', invoiceId: share.invoiceId });
  }
  return { payment, settled: own.invoice, nowPaid: own.nowPaid };
}

/** The business's lock and an invoice money can be recorded for. Throws 404, and 409 for one that was deleted. */
export async function lockRecordable(
  ctx: Ctx,
  { currency, invoiceId }: Pick<NewRecord, 'currency' | 'invoiceId'>,
): Promise<Invoice> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const invoice = isId('inv', invoiceId) ? await invoiceById(ctx.tx, businessId, invoiceId) : null;
  if (invoice?.currency !== currency) throw notFound('invoice');
  if (!isActive(invoice) && invoice.state !== 'awaiting_payment')
    throw new AppError('conflict', 'This invoice was deleted. Restore it first');
  return invoice;
}

/** Refuses a day that has not come, or that is longer ago than a year. */
export function validateDay(day: CalendarDate, today: CalendarDate): void {
  if (day > today) throw fieldError('day', 'That day has not come');
  if (day < addDays(today, -365)) throw fieldError('day', 'That is more than a year ago');
}

function validateRecord(ctx: Ctx, input: NewRecord, invoice: Invoice, timeZone: string): void {
  validateDay(input.day, dateIn(ctx.now, timeZone));
  const owed = collectible(invoice);
  if (input.amount <= owed || input.keepRestAsCredit) return;
  const left = formatMoney(owed, invoice.currency);
  throw fieldError(
    'amount',
    owed === ZERO
      ? 'Nothing is owed on this invoice. Keep it as credit, or check the invoice'
      : `Only ${left} is owed. Keep the rest as credit, or correct the amount`,
  );
}

async function refuseDuplicate(ctx: Ctx, input: NewRecord, invoice: Invoice): Promise<void> {
  const other = await duplicateOf(ctx.tx, invoice.business_id, input);
  if (!other) return;
  const what = `${formatMoney(input.amount, invoice.currency)} of ${formatDate(input.day)}`;
  throw new AppError('possible_duplicate', `${what} is on this invoice already. Record it again?`, {
    data: { paymentId: other.id, method: other.method },
  });
}

async function insertRecord(
  ctx: Ctx,
  input: NewRecord,
  invoice: Invoice,
  timeZone: string,
): Promise<PaymentRow> {
  const id = newId('pay', ctx.now);
  const isToday = input.day === dateIn(ctx.now, timeZone);
  return ctx.tx
    .insertInto('payments')
    .values({
      business_id: invoice.business_id,
      id,
      provider: OFFLINE,
      transaction_id: id,
      reference: input.reference || id.replace('_', '-'),
      invoice_id: invoice.id,
      customer_id: invoice.customer_id,
      currency: invoice.currency,
      amount_minor: input.amount,
      fee_minor: ZERO,
      method: input.method,
      status: 'completed',
      test_mode: false,
      day: input.day,
      created_at: ctx.now,
      completed_at: isToday ? ctx.now : instantAt(input.day, MIDDAY, timeZone),
      status_changed_at: ctx.now,
      evidence: input.statement ? 'statement' : 'hand',
      statement_line_id: input.statement?.lineId ?? null,
      recorded_by: ctx.actor.userId,
      note: input.note || null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

// Nobody is asked for the time of day.
const MIDDAY = 12;

async function recordEvents(
  ctx: Ctx,
  payment: PaymentRow,
  invoice: Invoice,
  nowPaid: boolean,
): Promise<void> {
  const amount = formatMoney(payment.amount_minor, payment.currency);
  const over = creditOf(payment);
  const rest = over > 0 ? `. ${formatMoney(over, payment.currency)} of it is kept as their credit` : '';
  const paid = nowPaid ? `, which is paid now` : '';
  await recordActivity(ctx, payment.business_id, {
    type: 'payment_recorded',
    description:
      payment.evidence === 'statement'
        ? `${amount} from ${invoice.customer_name} was found in your bank statement, for ${invoice.number}${paid}${rest}`
        : `You recorded ${amount} from ${invoice.customer_name} ${inWays[payment.method]} for ${invoice.number}${paid}${rest}`,
    metadata: metadataOf(payment, invoice),
  });
  await recordActorEvent(ctx, 'payment_recorded', `${amount} for ${invoice.number}`);
  await publish(ctx, payment.business_id, { topic: 'payments', invoiceId: invoice.id });
}
