import { addDays, type CalendarDate, dateIn, formatDate } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { add, type Currency, formatMoney, type Minor, subtract, ZERO } from '#core/money.ts';
import { sendAlong } from '#server/kernel/db.ts';
import { type Ctx, publish } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { requireUpload } from '#server/modules/files/queries.ts';
import { newAllocations } from '#server/modules/invoices/commands/allocations.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { rescheduleReminders } from '#server/modules/invoices/commands/reminders.ts';
import { paidEvents, payInvoice } from '#server/modules/invoices/commands/settlement.ts';
import { asPaidAt } from '#server/modules/invoices/queries/early-payment.ts';
import { creditOf } from '#server/modules/invoices/rules/credit.ts';
import { collectible, type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { duplicateOf, type ListedClaim } from '../queries/claims.ts';
import type { ListedPayment } from '../queries/payments.ts';
import { inWays, OFFLINE, middayOf } from '../rules.ts';
import type { PaymentMethod, PaymentRow } from '../table.ts';
import { newReceipt } from './receipts.ts';
import { confirmClaimOf, settleClaim } from './claims-settlement.ts';

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
  /** The uploaded photo of its slip. */
  slip?: string | null | undefined;
  keepRestAsCredit?: boolean | undefined;
  confirmDuplicate?: boolean | undefined;
  /** The line of the bank's statement it was seen in, and further invoices of the customer that it pays. */
  statement?: { lineId: string; also: readonly Share[] } | undefined;
  /** The claim whose money it is; else the one that fits. */
  claim?: ListedClaim | undefined;
};

type Share = { invoiceId: string; amount: Minor };
type LockedShare = { invoice: Invoice; amount: Minor };

/**
 * Records what somebody says was paid: settles the invoice as far as it goes and gives a receipt. No ledger row: the money is with
 * no provider, so nothing can be withdrawn of it. Throws 404, 409 for a deleted invoice or a likely duplicate, 422 for an
 * impossible day, more than is owed, or a transfer nobody saw in the bank.
 */
export async function recordOffline(ctx: Ctx, input: NewRecord): Promise<ListedPayment> {
  const first = { invoiceId: input.invoiceId, amount: firstAmountOf(input) };
  // Sent in this order: what was recorded before is looked for behind the lock.
  const [invoice, duplicate] = await Promise.all([
    lockRecordable(ctx, input),
    input.confirmDuplicate ? undefined : findDuplicate(ctx, input, first),
  ]);
  if (input.method === 'bank_transfer' && input.seen !== 'bank')
    throw fieldError('seen', 'Say where you saw it. Only what you see in your bank app or statement counts');
  const also = await lockShares(ctx, input, invoice);
  const own = { invoice, amount: first.amount };
  // A line of the bank's statement is there whatever was owed.
  const owing = input.statement ? invoice : await asPaidAt(ctx.tx, invoice, cameAt(ctx, input.day));
  validateRecord(ctx, { ...input, amount: own.amount }, owing);
  if (duplicate) refuseDuplicate(input, duplicate, [own, ...also]);
  await requireUpload(ctx, 'slip', input.slip);
  const at = cameAt(ctx, input.day);
  const { shares, settled, nowPaid } = await settle(ctx, own, also, at);
  const payment = await insertRecord(ctx, { ...input, shares, at }, settled);
  if (creditOf(payment) > 0) await rescheduleReminders(ctx, settled.business_id, settled.customer_id);
  if (input.claim) await settleClaim(ctx, input.claim, { state: 'confirmed', payment_id: payment.id });
  else if (input.method === 'bank_transfer')
    await confirmClaimOf(
      ctx,
      payment,
      [invoice, ...also.map((one) => one.invoice)].map(({ id }) => id),
    );
  await recordEvents(ctx, payment, settled, nowPaid && also.length === 0);
  return {
    ...payment,
    invoice_number: settled.number,
    customer_name: settled.customer_name,
    customer_email: settled.customer_email,
    balance_minor: settled.balance_minor,
    other_invoices: also.length,
    returning: ZERO,
    refunded_by: null,
  };
}

const firstAmountOf = ({ amount, statement }: NewRecord): Minor =>
  subtract(amount, add(...(statement?.also ?? []).map((share) => share.amount)));

async function lockShares(ctx: Ctx, { currency, statement }: NewRecord, first: Invoice) {
  const locked: LockedShare[] = [];
  for (const { invoiceId, amount } of statement?.also ?? []) {
    const invoice = await lockRecordable(ctx, { currency, invoiceId });
    const isTwice = [first, ...locked.map((one) => one.invoice)].some(({ id }) => id === invoice.id);
    if (isTwice) throw fieldError('allocations', `${invoice.number} is named twice`);
    if (invoice.customer_id !== first.customer_id)
      throw fieldError('allocations', 'Choose invoices of one customer');
    if (amount > invoice.balance_minor)
      throw fieldError(
        'allocations',
        `Only ${formatMoney(invoice.balance_minor, currency)} is owed on ${invoice.number}`,
      );
    locked.push({ invoice, amount });
  }
  return locked;
}

/** Puts the money on its invoices, the first of them told of in its news. */
async function settle(ctx: Ctx, own: LockedShare, also: LockedShare[], at: Date) {
  const { invoice: settled, applied, nowPaid } = await payInvoice(ctx, own.invoice, own.amount, { at });
  const shares = [{ invoiceId: settled.id, applied }];
  for (const { invoice, amount } of also) {
    shares.push({ invoiceId: invoice.id, applied: (await payInvoice(ctx, invoice, amount, { at })).applied });
    publish(ctx, invoice.business_id, ...paidEvents(invoice.id));
  }
  return { shares: shares.filter((share) => share.applied > 0), settled, nowPaid };
}

/** The business's lock and an invoice money can be recorded for. Throws 404, and 409 for one that was deleted. */
export async function lockRecordable(
  ctx: Ctx,
  target: Pick<NewRecord, 'currency' | 'invoiceId'>,
): Promise<Invoice> {
  const invoice = await lockInvoice(ctx, target);
  if (!isActive(invoice) && invoice.state !== 'awaiting_payment')
    throw new AppError('conflict', 'This invoice was deleted. Restore it first');
  return invoice;
}

/** Refuses a day that has not come, or that is longer ago than a year. */
export function validateDay(day: CalendarDate, today: CalendarDate): void {
  if (day > today) throw fieldError('day', 'That day has not come');
  if (day < addDays(today, -365)) throw fieldError('day', 'That is more than a year ago');
}

function validateRecord(ctx: Ctx, input: NewRecord, invoice: Invoice): void {
  validateDay(input.day, dateIn(ctx.now, ctx.actor.timeZone));
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

type Duplicate = Share & { other: { id: string; method: PaymentMethod } };

// The whole and each invoice's share: either may have been noted before.
async function findDuplicate(
  ctx: Ctx,
  { day, amount: whole, statement }: NewRecord,
  first: Share,
): Promise<Duplicate | undefined> {
  const also = statement?.also ?? [];
  const shares = also.length > 0 ? [first, ...also, { ...first, amount: whole }] : [first];
  const found = await Promise.all(
    shares.map(async (share) => {
      const other = await duplicateOf(ctx.tx, ctx.actor.businessId, { ...share, day });
      return other && { ...share, other };
    }),
  );
  return found.find((one) => one !== undefined);
}

function refuseDuplicate(
  { day, currency }: NewRecord,
  { invoiceId, amount, other }: Duplicate,
  shares: LockedShare[],
): never {
  const number = shares.find(({ invoice }) => invoice.id === invoiceId)?.invoice.number;
  const what = `${formatMoney(amount, currency)} of ${formatDate(day)}`;
  throw new AppError('possible_duplicate', `${what} is on ${number} already. Record it again?`, {
    data: { paymentId: other.id, method: other.method },
  });
}

type Settled = { shares: { invoiceId: string; applied: Minor }[]; at: Date };

/** The payment with what each invoice took of it and its receipt, in one statement. */
async function insertRecord(ctx: Ctx, input: NewRecord & Settled, invoice: Invoice): Promise<PaymentRow> {
  const { tx } = ctx;
  const payment = rowOf(ctx, input, invoice);
  const { shares, at } = input;
  const withReceipt = tx.with('receipt', () => newReceipt(ctx, payment));
  const withShares = () => withReceipt.with('shares', () => newAllocations(ctx, payment, shares, at));
  await sendAlong(tx, () =>
    (shares.length > 0 ? withShares() : withReceipt).insertInto('payments').values(payment).execute(),
  );
  return payment;
}

function rowOf(ctx: Ctx, { shares, at, ...input }: NewRecord & Settled, invoice: Invoice): PaymentRow {
  const id = newId('pay', ctx.now);
  return {
    business_id: invoice.business_id,
    id,
    provider: OFFLINE,
    transaction_id: id,
    reference: input.reference || id.replace('_', '-'),
    invoice_id: invoice.id,
    customer_id: invoice.customer_id,
    currency: invoice.currency,
    amount_minor: input.amount,
    applied_minor: add(...shares.map(({ applied }) => applied)),
    fee_minor: ZERO,
    surcharge_minor: ZERO,
    refunded_minor: ZERO,
    given_back_minor: ZERO,
    given_back_on: null,
    given_back_reason: null,
    settles_on: null,
    method: input.method,
    status: 'completed',
    test_mode: false,
    day: input.day,
    created_at: ctx.now,
    completed_at: at,
    status_changed_at: ctx.now,
    evidence: input.statement ? 'statement' : 'hand',
    recorded_by: ctx.actor.userId,
    note: input.note || null,
    cancelled_reason: null,
    statement_line_id: input.statement?.lineId ?? null,
    slip_file_id: input.slip || null,
  };
}

const cameAt = ({ now, actor: { timeZone } }: Ctx, day: CalendarDate): Date =>
  day === dateIn(now, timeZone) ? now : middayOf(day, timeZone);

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
  const activity = {
    type: 'payment_recorded' as const,
    description:
      payment.evidence === 'statement'
        ? `${amount} from ${invoice.customer_name} was found in your bank statement, for ${invoice.number}${paid}${rest}`
        : `You recorded ${amount} from ${invoice.customer_name} ${inWays[payment.method]} for ${invoice.number}${paid}${rest}`,
    metadata: subjectOf(invoice, payment.amount_minor),
  };
  recordActivity(ctx, payment.business_id, activity, ...paidEvents(invoice.id));
  await recordActorEvent(ctx, 'payment_recorded', `${amount} for ${invoice.number}`);
}
