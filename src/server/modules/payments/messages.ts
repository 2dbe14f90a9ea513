import type { AttemptState } from '#core/attempt-states.ts';
import { attemptStateOf } from '#core/attempts.ts';
import { dateIn, formatDate } from '#core/dates.ts';
import { add, formatMoney, type Minor, minor, ZERO } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { whatsappNumberFor } from '#server/modules/invoices/queries/share.ts';
import { leftOfAll } from '#server/modules/invoices/queries/withholding.ts';
import { attemptOf } from '#server/modules/invoices/rules/attempts.ts';
import { aboutInvoice, type Invoice, owedOn } from '#server/modules/invoices/rules/invoice.ts';
import { claimMessage } from '#server/modules/notifications/commands/messages.ts';
import { notify, notifyOwner } from '#server/modules/notifications/commands/notify.ts';
import { settledDebt } from '#core/settled-debt.ts';
import { invoiceOf } from './commands/own-payment.ts';
import { jobs } from './jobs.ts';
import { typedPaymentOf } from './queries/details.ts';
import { invoiceNames } from './rules.ts';
import type { PaymentRow, RefundRow } from './table.ts';
import type { Settled } from './commands/settle.ts';

/** `part` is the amount received now: the full payment, or what it grew by, with its idempotency key. */
type ReceivedPayment = {
  payment: PaymentRow;
  part: { amount: Minor; fee: Minor; idempotencyKey: string };
  /** The part of it that was for the provider's fee. */
  forFee: Minor;
  /** Where it went, the one it is listed under first. */
  settled: readonly [Settled, ...Settled[]];
};

/** Records received money and its effect, and notifies the owner and the customer. */
export async function notifyOfPayment(ctx: SystemCtx, received: ReceivedPayment): Promise<void> {
  const { payment, part, settled } = received;
  const [{ invoice }] = settled;
  const twice = await typedBefore(ctx, received);
  recordActivity(ctx, payment.business_id, {
    type: 'payment_completed',
    description: describe(received, twice),
    metadata: subjectOf(invoice, part.amount),
  });
  const business = await businessForDocument(ctx.tx, payment.business_id);
  const owner = await ownerOf(ctx.tx, payment.business_id);
  const over = overOf(received);
  const facts = {
    number: numbersOf(received),
    customerName: invoice.customer_name,
    amount: part.amount,
    balance: add(...settled.map((one) => owedOn(one.invoice))),
    currency: payment.currency,
    method: payment.method,
    reference: payment.reference,
    paidOn: dateIn(payment.completed_at ?? ctx.now, business.timeZone),
  };
  const receiptQueued = await queueReceipts(ctx, received);
  await notifyOwner(
    ctx,
    { businessId: payment.business_id, event: 'payment_received' },
    {
      key: `payment:${part.idempotencyKey}`,
      to: owner.email,
      template: 'paymentReceived',
      facts: {
        ...facts,
        firstName: owner.firstName,
        state: stateOf(ctx, received),
        fee: part.fee,
        over,
        testMode: payment.test_mode,
        receiptQueued,
        twice,
      },
    },
  );
}

/** The part paid beyond what was owed, in minor units. */
const overOf = ({ part, forFee, settled }: ReceivedPayment): Minor =>
  minor(part.amount - forFee - appliedOf(settled));

const appliedOf = (settled: readonly Settled[]): Minor => add(...settled.map(({ applied }) => applied));

const numbersOf = ({ settled }: ReceivedPayment): string =>
  invoiceNames(settled.map(({ invoice }) => invoice.number));

const stateOf = (ctx: SystemCtx, received: ReceivedPayment): AttemptState =>
  attemptStateOf(
    {
      ...attemptOf(
        { ...received.payment, refunded_by: null, returning: ZERO },
        add(...received.settled.map(({ invoice }) => invoice.balance_minor)),
      ),
      applied: appliedOf(received.settled),
      over: overOf(received),
      refunded: ZERO,
    },
    ctx.now,
  );

async function queueReceipts(ctx: SystemCtx, received: ReceivedPayment): Promise<boolean> {
  const { payment, part, settled } = received;
  const [{ invoice }] = settled;
  const key = `receipt:${part.idempotencyKey}`;
  const receipt = {
    businessId: payment.business_id,
    paymentId: payment.id,
    amount: part.amount,
    balance: await leftOfAll(
      ctx.tx,
      settled.map((one) => one.invoice),
    ),
    over: overOf(received),
  };
  const message = { kind: 'receipt', about: aboutInvoice(invoice) };
  const to = invoice.customer_email;
  const byEmail = to !== '' && (await claimMessage(ctx, { ...message, key, to, channel: 'email' }));
  if (byEmail) ctx.enqueue(jobs.receipt, { ...receipt, key });
  const number = await whatsappNumberFor(ctx, invoice);
  const whatsAppKey = `${key}:whatsapp`;
  if (
    number &&
    (await claimMessage(ctx, { ...message, key: whatsAppKey, to: number, channel: 'whatsapp' }))
  ) {
    ctx.enqueue(jobs.receipt, { ...receipt, key: whatsAppKey, number });
    return true;
  }
  return byEmail;
}

type ReturnedPayment = { payment: PaymentRow; refund: RefundRow; reopened: Invoice[] };

/** Records refunded money and the reopened invoices, and notifies the owner and the customer. */
export async function notifyOfRefund(ctx: SystemCtx, returned: ReturnedPayment): Promise<void> {
  const { payment, refund } = returned;
  const invoice = returned.reopened[0] ?? (await invoiceOf(ctx, payment));
  recordActivity(ctx, payment.business_id, {
    type: 'payment_refunded',
    description: describeRefund(refund, invoice),
    metadata: subjectOf(invoice, refund.amount_minor),
  });
  const owner = await ownerOf(ctx.tx, payment.business_id);
  const facts = {
    number: invoice.number,
    customerName: invoice.customer_name,
    amount: refund.amount_minor,
    currency: refund.currency,
    reference: payment.reference,
  };
  await notifyOwner(
    ctx,
    { businessId: payment.business_id, event: 'payment_refunded' },
    {
      key: `refund:${refund.id}`,
      to: owner.email,
      template: 'paymentRefunded',
      facts: {
        ...facts,
        firstName: owner.firstName,
        reopened: returned.reopened.length > 0,
        state: refund.origin === 'owner' ? 'refunded' : 'reversed',
      },
    },
  );
  const business = await businessForDocument(ctx.tx, payment.business_id);
  const language = await languageOf(ctx.tx, payment.business_id, invoice.customer_id);
  await notify(ctx, {
    key: `refund-customer:${refund.id}`,
    to: invoice.customer_email,
    about: aboutInvoice(invoice),
    template: 'refundSent',
    facts: { ...facts, ...(await owedAgain(ctx, returned)), business, language },
  });
}

// The customer reads which invoices owe it again; nobody here refunded what a bank took back.
async function owedAgain(ctx: SystemCtx, { refund, reopened }: ReturnedPayment) {
  const owed = await leftOfAll(ctx.tx, reopened);
  const names = reopened.map(({ number }) => number);
  return {
    ...(refund.origin === 'owner' ? { owed } : { reversed: { owed } }),
    ...(names.length > 0 ? { number: invoiceNames(names) } : {}),
  };
}

/** Records a failed refund, and notifies the owner that the money is available again, less the `debt` (minor units) it settled. */
export async function notifyOfFailedRefund(
  ctx: SystemCtx,
  refund: RefundRow,
  payment: PaymentRow | null,
  debt: Minor,
): Promise<void> {
  const amount = formatMoney(refund.amount_minor, refund.currency);
  recordActivity(ctx, refund.business_id, {
    type: 'refund_failed',
    status: 'failed',
    description: [
      `${amount} could not be refunded and ${payment ? (debt > 0 ? 'came back' : 'is in your balance again') : 'is kept separate'}`,
      ...settledDebt(debt, refund.currency),
    ].join('. '),
    metadata: { amountMinor: refund.amount_minor, currency: refund.currency },
  });
  const owner = await ownerOf(ctx.tx, refund.business_id);
  await notifyOwner(
    ctx,
    { businessId: refund.business_id, event: 'payment_refunded' },
    {
      key: `refund-failed:${refund.id}`,
      to: owner.email,
      template: 'refundFailed',
      facts: {
        firstName: owner.firstName,
        amount: refund.amount_minor,
        currency: refund.currency,
        reason: refund.note,
        debt,
        reference: refund.payment_reference,
      },
    },
  );
}

// Money for an invoice that somebody had settled by hand: the same payment, or paid twice.
async function typedBefore(ctx: SystemCtx, received: ReceivedPayment): Promise<string | null> {
  if (overOf(received) === 0) return null;
  const { payment, settled } = received;
  const [{ invoice }] = settled;
  const typed = await typedPaymentOf(ctx.tx, payment.business_id, invoice.id);
  if (!typed) return null;
  const { firstName } = await ownerOf(ctx.tx, payment.business_id);
  const amount = formatMoney(typed.amount_minor, payment.currency);
  return `Paid twice, or the same payment? ${firstName} recorded ${amount} on ${formatDate(typed.day)}`;
}

function describe(received: ReceivedPayment, twice: string | null): string {
  const { payment, settled } = received;
  const [{ invoice }] = settled;
  const over = overOf(received);
  const nowPaid = settled.every((one) => one.nowPaid);
  if (over === 0) return `${invoice.customer_name} paid ${nowPaid ? '' : 'part of '}${numbersOf(received)}`;
  const money = (amount: Minor) => formatMoney(amount, payment.currency);
  return `${invoice.customer_name} paid ${money(received.part.amount)} for ${numbersOf(received)}. ${money(over)} is more than was owed and kept as their credit${twice ? `. ${twice}` : ''}`;
}

// Money its bank took back was not given by the owner, who may not know of it yet.
function describeRefund(refund: RefundRow, invoice: Invoice): string {
  const amount = `${formatMoney(refund.amount_minor, refund.currency)} of ${invoice.number}`;
  return refund.origin === 'owner'
    ? `${amount} was refunded to ${invoice.customer_name}`
    : `The bank or the payment provider returned ${amount} to ${invoice.customer_name}`;
}
