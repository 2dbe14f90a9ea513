import { attemptStateOf, ownerSentence } from '#core/attempts.ts';
import { formatMoney, minor, subtract, ZERO } from '#core/money.ts';
import type { PaymentProviders } from '#server/kernel/ports/index.ts';
import { providerByName } from '#server/kernel/providers.ts';
import { attemptOf, offlineSentence } from '#server/modules/invoices/rules/attempts.ts';
import { creditOf, wentBack } from '#server/modules/invoices/rules/credit.ts';
import type { CreditInvoice, PaymentDetails } from './queries/details.ts';
import type { ListedPayment } from './queries/payments.ts';
import type { Unmatched } from './queries/refunds.ts';
import type { ListedClaim } from './queries/claims.ts';
import { OFFLINE, receiptUrlOf } from './rules.ts';
import type { RefundRow } from './table.ts';

const titleOf = (providers: PaymentProviders, name: string): string =>
  name === OFFLINE ? 'Recorded by you' : (providerByName(providers, name)?.title ?? name);

function toldOf(row: ListedPayment, now: Date) {
  const balance = row.balance_minor ?? ZERO;
  const attempt = attemptOf(row, balance);
  const state = attemptStateOf(attempt, now);
  const customer = row.customer_name ?? 'A customer';
  const amount = formatMoney(row.amount_minor, row.currency);
  const typed = offlineSentence(row, { customer, amount, reason: row.cancelled_reason });
  const told = ownerSentence(state, {
    customer,
    number: `${row.invoice_number ?? ''}${row.other_invoices > 0 ? ` +${row.other_invoices}` : ''}`,
    currency: row.currency,
    amount: row.amount_minor,
    fee: row.fee_minor,
    balance,
    over: creditOf(row, row.returning),
    refunded: wentBack(row),
    back: attempt.back,
  });
  return { state, told: typed ?? told };
}

export const presentPayment = (providers: PaymentProviders, row: ListedPayment, now: Date) => ({
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
  otherInvoices: row.other_invoices,
  transactionReference: row.reference,
  amount: row.amount_minor,
  fee: row.fee_minor,
  surcharge: row.surcharge_minor,
  appliedAmount: row.applied_minor,
  creditAmount: row.status === 'completed' ? creditOf(row, row.returning) : ZERO,
  refundedAmount: wentBack(row),
  returningAmount: row.returning,
  provider: titleOf(providers, row.provider),
  settlesOn: row.settles_on,
  currency: row.currency,
  paymentMethod: row.method,
  evidence: row.evidence,
  status: row.status,
  ...toldOf(row, now),
  testMode: row.test_mode,
  createdAt: row.created_at,
  completedAt: row.completed_at,
});

const presentCreditInvoice = (row: CreditInvoice) => ({
  invoiceId: row.id,
  invoiceNumber: row.number,
  balance: row.balance_minor,
});

/** A payment of a list; `open` has the invoice of each customer that credit could be used for. */
export function presentListed(
  providers: PaymentProviders,
  row: ListedPayment,
  open: ReadonlyMap<string, CreditInvoice>,
  now: Date,
) {
  const payment = presentPayment(providers, row, now);
  const invoice = payment.creditAmount > 0 ? open.get(row.customer_id ?? '') : undefined;
  return { ...payment, creditFor: invoice ? presentCreditInvoice(invoice) : null };
}

export const presentRefund = (row: RefundRow, settledDebt = ZERO) => ({
  id: row.id,
  _id: row.id,
  amount: row.amount_minor,
  currency: row.currency,
  reason: row.reason,
  origin: row.origin,
  status: row.status,
  note: row.note,
  settledDebt,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const presentDetails = (
  providers: PaymentProviders,
  details: PaymentDetails,
  publicUrl: string,
  now: Date,
) => {
  const { payment, refunds, settledDebts, allocations, creditFor, refundable, receipt, paidTwice } = details;
  const isOffline = payment.provider === OFFLINE;
  return {
    payment: presentPayment(providers, payment, now),
    settlement:
      isOffline || !payment.completed_at
        ? null
        : {
            gross: payment.amount_minor,
            fee: payment.fee_minor,
            net: subtract(payment.amount_minor, payment.fee_minor),
            inBalanceSince: payment.completed_at,
            settlesOn: payment.settles_on,
          },
    refunds: refunds.map((row) => presentRefund(row, settledDebts.get(row.id))),
    refundable,
    allocations: allocations.map((row) => ({
      invoiceId: row.invoice_id,
      invoiceNumber: row.number,
      amount: minor(Number(row.amount)),
    })),
    creditFor: creditFor.map(presentCreditInvoice),
    record: isOffline
      ? {
          recordedBy: details.owner,
          note: payment.note,
          slip: payment.slip_file_id,
          cancelledReason: payment.cancelled_reason,
          undoneAt: payment.status === 'cancelled' ? payment.status_changed_at : null,
          reasonNeeded: details.reasonNeeded,
        }
      : null,
    paidTwice: paidTwice && {
      id: paidTwice.id,
      recordedBy: details.owner,
      amount: paidTwice.amount_minor,
      day: paidTwice.day,
    },
    receipt: receipt && { number: receipt.number, url: receiptUrlOf(publicUrl, receipt.publicId) },
  };
};

export const presentClaim = (row: ListedClaim) => ({
  id: row.id,
  _id: row.id,
  invoiceId: row.invoice_id,
  invoiceNumber: row.number,
  customerName: row.customer_name,
  amount: row.amount_minor,
  currency: row.currency,
  day: row.day,
  reference: row.reference,
  note: row.note,
  slip: row.slip_file_id,
  state: row.state,
  createdAt: row.created_at,
  settledAt: row.settled_at,
});

export const presentUnmatched = (row: Unmatched) => ({
  provider: row.provider,
  transactionId: row.transaction_id,
  invoiceId: row.invoice_id,
  invoiceNumber: row.invoice_number,
  amount: minor(row.amount_minor),
  currency: row.currency,
  reason: row.reason,
  refundStatus: row.refund_status,
  receivedAt: row.received_at,
});
