import type { payments } from '#contract/payments.ts';
import { notFound } from '#core/errors.ts';
import { ZERO } from '#core/money.ts';
import { shownPdf } from '#server/http/attachment.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { eventStream } from '#server/kernel/live.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import { checkPin } from '#server/modules/business/flows/pin.ts';
import { payableByPublicId } from '#server/modules/invoices/queries/details.ts';
import { applyCredit } from '../commands/allocations.ts';
import { resendReceipt } from '../commands/receipts.ts';
import { refuseOffline, requestRefund, requestUnmatchedRefund } from '../commands/refunds.ts';
import { chargePageOf } from '../flows/charge-page.ts';
import { accountOf, choiceOf } from '../flows/checkout.ts';
import { payablePdf } from '../flows/collect.ts';
import { ownReceiptPdf, publicReceiptPdf } from '../flows/receipts.ts';
import { requireProvider } from '../flows/refunds.ts';
import {
  presentDetails,
  presentListed,
  presentPayment,
  presentRefund,
  presentUnmatched,
} from '../present.ts';
import { creditInvoices, detailsOf, listedPayment } from '../queries/details.ts';
import { latestCheckout } from '../queries/checkouts.ts';
import { listPayments, type PaymentMetrics, paymentMetrics } from '../queries/payments.ts';
import { unmatchedOf } from '../queries/refunds.ts';

export const routes: Handlers<typeof payments> = {
  list: async (scope, { params, query }) => {
    const { businessId } = scope.actor;
    const {
      rows: payments,
      nextCursor,
      total,
    } = await listPayments(scope.db, businessId, params.currency, query, scope.now);
    const open = await creditInvoices(scope.db, businessId, params.currency, payments);
    const figures = await paymentMetrics(scope.db, businessId, params.currency, scope.now);
    return {
      data: {
        transactions: payments.map((row) => presentListed(scope.ports.payments, row, open, scope.now)),
        metrics: presentMetrics(figures),
      },
      page: { nextCursor, total },
    };
  },
  details: async (scope, { params }) => {
    const details = await detailsOf(scope.db, scope.actor.businessId, params.currency, params.id, scope.now);
    return { data: presentDetails(scope.ports.payments, details, scope.publicUrl(), scope.now) };
  },
  receipt: async (scope, { params }) => shownPdf(await ownReceiptPdf(scope, params.currency, params.id)),
  sendReceipt: (scope, { params }) =>
    scope.answerOnce(
      (ctx) => resendReceipt(ctx, params),
      (sent) => ({
        message: sent ? 'Receipt sent successfully' : 'The receipt was already sent today',
        data: {},
      }),
    ),
  refund: async (scope, { params, body }) => {
    const payment = await listedPayment(scope.db, scope.actor.businessId, params.currency, params.id);
    refuseOffline(payment);
    requireProvider(scope, payment.provider);
    await checkPin(scope, body.pin);
    const request = {
      currency: params.currency,
      paymentId: params.id,
      amount: body.amount,
      reason: body.reason,
    };
    return scope.answerOnce(
      (ctx) => requestRefund(ctx, request),
      (row) => ({ message: 'The refund is on its way', data: presentRefund(row) }),
    );
  },
  useCredit: async (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => {
        await applyCredit(ctx, {
          currency: params.currency,
          paymentId: params.id,
          invoiceId: body.invoiceId,
        });
        return detailsOf(ctx.tx, ctx.actor.businessId, params.currency, params.id, ctx.now);
      },
      ({ payment }) => ({
        message: 'The credit was used',
        data: presentPayment(scope.ports.payments, payment, scope.now),
      }),
    ),
  unmatched: async (scope, { params }) => ({
    data: (await unmatchedOf(scope.db, scope.actor.businessId, params.currency)).map(presentUnmatched),
  }),
  refundUnmatched: async (scope, { params, body }) => {
    requireProvider(scope, body.provider);
    await checkPin(scope, body.pin);
    return scope.answerOnce(
      (ctx) => requestUnmatchedRefund(ctx, { ...body, currency: params.currency }),
      (row) => ({ message: 'The money is on its way back', data: presentRefund(row) }),
    );
  },
  counter: async (scope, { params }) => ({ data: await chargePageOf(scope, params.currency, params.id) }),
  payable: async (scope, { params, query }) => {
    const invoice = await payableByPublicId(scope, params.publicId);
    if (!invoice) throw notFound('invoice');
    const { view } = invoice;
    const { businessId, id: invoiceId } = invoice;
    const { sum } = choiceOf(invoice, query.pay);
    const checkout =
      invoice.state === 'open'
        ? await latestCheckout(scope.db, { businessId, invoiceIds: [invoiceId], sum })
        : undefined;
    return {
      data: {
        publicId: view.publicId,
        invoiceNumber: view.number,
        state: view.state,
        currency: view.currency,
        totalAmount: view.total,
        amountPaid: view.paid,
        balance: view.balance,
        asked: sum,
        fee: checkout?.surcharge_minor ?? ZERO,
        testMode: inTestMode(scope.ports.payments, view.currency),
        account: checkout ? accountOf(checkout) : null,
      },
    };
  },
  payableNews: async (scope, { params }, raw) => {
    const invoice = await payableByPublicId(scope, params.publicId);
    if (!invoice) throw notFound('invoice');
    return eventStream(
      scope.live,
      (event) => (event.invoiceId === invoice.id ? { topic: 'payments' } : null),
      raw.signal,
      { onEnd: scope.live.acquireStreamSlot(scope.clientAddress) },
    );
  },
  payablePdf: async (scope, { params }) => shownPdf(await payablePdf(scope, params.publicId)),
  receiptPdf: async (scope, { params }) => shownPdf(await publicReceiptPdf(scope, params.publicId)),
};

function presentMetrics({ all, recent, before, settle }: PaymentMetrics) {
  const changes = {
    total: change(recent.received, before.received),
    pending: change(recent.pending, before.pending),
    averagePaymentTime:
      settle.recent === null || settle.before === null ? null : change(settle.recent, settle.before),
  };
  const paid = change(recent.completed, before.completed);
  return {
    total: all.completed + all.pending + all.failed + all.cancelled + all.refunded,
    paid: all.completed,
    totalPaymentsReceived: all.received,
    typedIn: all.typedIn,
    successfulPayments: all.completed,
    pendingPayments: all.pending,
    failedPayments: all.failed,
    cancelledPayments: all.cancelled,
    averagePaymentTime: settle.all,
    percentageStats: { ...changes, paid },
    percentageChanges: {
      total: changes.total,
      successfulPayments: paid,
      pendingPayments: changes.pending,
      averagePaymentTime: changes.averagePaymentTime,
    },
    changes: {
      averagePaymentHours:
        settle.recent === null || settle.before === null
          ? null
          : Math.round((settle.recent - settle.before) * 10) / 10,
    },
  };
}

const change = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 1000) / 10;
