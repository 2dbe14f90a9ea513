import type { payments } from '#contract/payments.ts';
import { notFound } from '#core/errors.ts';
import { minor, subtract, ZERO } from '#core/money.ts';
import type { Handlers } from '#server/http.ts';
import { newsStream } from '#server/live.ts';
import { payableByPublicId } from '../invoices/queries.ts';
import { accountOf, payablePdf } from './flows.ts';
import {
  latestCheckout,
  listPayments,
  type ListedPayment,
  type PaymentMetrics,
  paymentMetrics,
} from './queries.ts';

export const routes: Handlers<typeof payments> = {
  list: async (scope, { params, query }) => {
    const { businessId } = scope.actor;
    const { payments, nextCursor, total } = await listPayments(
      scope.db,
      businessId,
      params.currency,
      query,
      scope.now,
    );
    const figures = await paymentMetrics(scope.db, businessId, params.currency, scope.now);
    return {
      data: { transactions: payments.map(present), metrics: presentMetrics(figures) },
      page: { nextCursor, total },
    };
  },
  payable: async (scope, { params }) => {
    const invoice = await payableByPublicId(scope, params.publicId);
    if (!invoice) throw notFound('invoice');
    const { view } = invoice;
    const checkout =
      invoice.state === 'open' ? await latestCheckout(scope.db, invoice.businessId, invoice.id) : undefined;
    return {
      data: {
        publicId: view.publicId,
        invoiceNumber: view.number,
        state: view.state,
        currency: view.currency,
        totalAmount: view.total,
        amountPaid: view.paid,
        balance: view.balance,
        testMode: scope.ports.payments[view.currency].testMode,
        account: checkout ? accountOf(checkout) : null,
      },
    };
  },
  payableNews: async (scope, { params }, raw) => {
    const invoice = await payableByPublicId(scope, params.publicId);
    if (!invoice) throw notFound('invoice');
    return newsStream(
      scope.live,
      (told) => (told.invoiceId === invoice.id ? { topic: 'payments' } : null),
      raw.signal,
    );
  },
  payablePdf: async (scope, { params }) => {
    const { bytes, name } = await payablePdf(scope, params.publicId);
    return new Response(Buffer.from(bytes), {
      headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': `inline; filename="${name}"` },
    });
  },
};

const present = (row: ListedPayment) => ({
  id: row.id,
  _id: row.id,
  customerId:
    row.customer_id === null
      ? null
      : {
          id: row.customer_id,
          _id: row.customer_id,
          name: row.customer_name ?? '',
          email: row.customer_email ?? '',
        },
  invoiceId:
    row.invoice_id === null
      ? null
      : { id: row.invoice_id, _id: row.invoice_id, invoiceNumber: row.invoice_number ?? '' },
  transactionReference: row.reference,
  amount: row.amount_minor,
  fee: row.fee_minor,
  appliedAmount: row.applied_minor,
  creditAmount: row.status === 'completed' ? subtract(row.amount_minor, row.applied_minor) : ZERO,
  currency: row.currency,
  paymentMethod: row.method,
  status: row.status,
  testMode: row.test_mode,
  createdAt: row.created_at,
  completedAt: row.completed_at,
});

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
    totalPaymentsReceived: minor(all.received),
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
