import { type RawBuilder, sql } from 'kysely';
import type { AttemptState } from '#core/attempt-states.ts';
import { type AttemptFacts, attemptStateOf, attemptToTell, ownerSentence } from '#core/attempts.ts';
import { type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import {
  attemptOf,
  isTried,
  offlineSentence,
  ownPart,
  type TriedPayment,
  unbookedAttempt,
  type WithShare,
  sumsOf,
} from '../rules/attempts.ts';
import { isActive } from '../rules/invoice.ts';
import type { Invoice } from '../table.ts';

/** A payment attempt on an invoice, with its state and what its owner is told of it. */
export type InvoicePayment = {
  id: string;
  amount_minor: Minor;
  method: string;
  evidence: TriedPayment['evidence'];
  status: string;
  created_at: Date;
  completed_at: Date | null;
  state: AttemptState;
  told: string;
};

/** An attempt the provider has told nothing of. Amount in minor units. */
export type Unanswered = { state: AttemptState; told: string; amount: Minor; at: Date };

/** The origin of a payment's last refund; its table is called `payments` in the query. */
export const refundedBy = (payments: string): RawBuilder<AttemptFacts['refundedBy']> => {
  const column = (name: string) => sql.ref(`${payments}.${name}`);
  return sql`case when ${column('refunded_minor')} > 0 then (select r.origin from refunds r
    where r.business_id = ${column('business_id')} and r.payment_id = ${column('id')} and r.status = 'completed'
    order by r.created_at desc limit 1) end`;
};

/** The part of a payment that is on its way back, in minor units; its table is called `payments` in the query. */
export const returningOf = (payments: string): RawBuilder<Minor> => {
  const column = (name: string) => sql.ref(`${payments}.${name}`);
  return sql`coalesce((select sum(r.amount_minor) from refunds r where r.business_id = ${column('business_id')}
    and r.payment_id = ${column('id')} and r.status in ('pending', 'processing', 'needs_attention')), 0)::bigint`;
};

const isForSeveral = sql<boolean>`exists (select from checkout_invoices c
  where c.business_id = payments.business_id and c.reference = payments.reference)`;

/** Which rows of `payments` are of an invoice: made for it, or for several of which it took a part. */
export const isOfInvoice = (
  businessId: string,
  invoiceId: string,
): RawBuilder<boolean> => sql`payments.id in (
    select id from payments where business_id = ${businessId} and invoice_id = ${invoiceId}
    union select payment_id from allocations where business_id = ${businessId} and invoice_id = ${invoiceId})
  and (payments.invoice_id = ${invoiceId} or ${isForSeveral})`;

/** `WithShare` of a row of `payments`. */
export const shareOf = (
  invoiceId: string,
): RawBuilder<Minor | null> => sql`case when ${isForSeveral} then coalesce((
    select sum(a.amount_minor) from allocations a where a.business_id = payments.business_id
      and a.payment_id = payments.id and a.invoice_id = ${invoiceId}), 0)::bigint end`;

// A receipt that went by either way.
const receiptSent = sql<boolean>`exists (select from messages m
  where m.key in ('receipt:' || payments.id, 'receipt:' || payments.id || ':whatsapp')
    and m.business_id = payments.business_id and m.state in ('sent', 'delivered', 'read'))`;

/** All attempts to pay an invoice, newest first. */
export const paymentRows = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('payments')
    .select([
      'id',
      'method',
      'evidence',
      'status',
      'currency',
      'amount_minor',
      'applied_minor',
      'refunded_minor',
      'surcharge_minor',
      'given_back_minor',
      'fee_minor',
      'cancelled_reason',
      'created_at',
      'completed_at',
      'status_changed_at',
    ])
    .select([
      refundedBy('payments').as('refunded_by'),
      returningOf('payments').as('returning'),
      receiptSent.as('receipt_sent'),
      shareOf(invoiceId).as('share_minor'),
    ])
    .where('business_id', '=', businessId)
    .where(isOfInvoice(businessId, invoiceId))
    .orderBy('id', 'desc');

/** The attempts to pay an invoice with their sentences, of the rows that were read. */
export const attemptsBy = (
  invoice: Invoice,
  { payments: rows, ...unbooked }: { payments: Row[] } & UnbookedRows,
  now: Date,
): { payments: InvoicePayment[]; unanswered: Unanswered | null } => {
  const payments = rows.flatMap(ownPart);
  return {
    payments: payments.map((payment) => ({ ...payment, ...toldOf(payment, invoice, now) })),
    unanswered: unansweredOf(invoice, payments, unbookedBy(unbooked, invoice.balance_minor), now),
  };
};

type Row = TriedPayment &
  WithShare & {
    id: string;
    currency: Currency;
    cancelled_reason: string | null;
    fee_minor: Minor;
    receipt_sent: boolean;
  };

function toldOf(payment: Row, invoice: Invoice, now: Date): { state: AttemptState; told: string } {
  const attempt = attemptOf(payment, invoice.balance_minor);
  const state = attemptStateOf(attempt, now);
  const typed = offlineSentence(payment, {
    customer: invoice.customer_name,
    amount: formatMoney(payment.amount_minor, payment.currency),
    reason: payment.cancelled_reason,
  });
  const told = ownerSentence(state, {
    ...namesOf(invoice),
    ...sumsOf(attempt),
    fee: payment.fee_minor,
    receiptSent: payment.receipt_sent,
  });
  return { state, told: typed ?? partTold(payment, invoice) ?? told };
}

// The fee is of the whole, and is told there.
const partTold = ({ share_minor, status, currency }: Row, { customer_name }: Invoice): string | null =>
  share_minor !== null && status === 'completed'
    ? `${customer_name} paid several invoices at once. ${formatMoney(share_minor, currency)} of it is for this one.`
    : null;

/**
 * Attempts to pay an invoice that are no payments of it: the payer who came back last without an answer, and the last money
 * in another currency that nobody has dealt with. `balance` in minor units.
 */
export async function unbookedAttempts(
  db: Db | Tx,
  { businessId, id, balance }: { businessId: string; id: string; balance: Minor },
): Promise<AttemptFacts[]> {
  const [returns, unmatched] = await Promise.all([
    latestReturn(db, businessId, id).execute(),
    latestUnmatched(db, businessId, id).execute(),
  ]);
  return unbookedBy({ returns, unmatched }, balance);
}

type UnbookedRows = {
  returns: { amount_minor: Minor; unanswered_since: Date | null }[];
  unmatched: { received_at: Date }[];
};

function unbookedBy({ returns, unmatched }: UnbookedRows, balance: Minor): AttemptFacts[] {
  return [
    ...returns.flatMap(({ amount_minor: amount, unanswered_since: at }) =>
      at ? [unbookedAttempt({ status: 'unanswered', amount, at }, balance)] : [],
    ),
    ...unmatched.map(({ received_at: at }) =>
      unbookedAttempt({ status: 'other_currency', amount: ZERO, at }, balance),
    ),
  ];
}

/** The last money for an invoice that came in another currency and that nobody has dealt with. */
export const latestUnmatched = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('unmatched_payments')
    .select('received_at')
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('reason', '=', 'other_currency')
    .where('settled_at', 'is', null)
    .orderBy('received_at', 'desc')
    .limit(1);

/** The payer who came back last without an answer. */
export const latestReturn = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('checkouts')
    .select(['amount_minor', 'unanswered_since'])
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('unanswered_since', 'is not', null)
    .orderBy('unanswered_since', 'desc')
    .limit(1);

function unansweredOf(
  invoice: Invoice,
  payments: readonly TriedPayment[],
  unbooked: AttemptFacts[],
  now: Date,
): Unanswered | null {
  const known = payments.filter(isTried).map((payment) => attemptOf(payment, invoice.balance_minor));
  const isOpen = !invoice.paid_at && isActive(invoice);
  const newest = attemptToTell([...unbooked, ...known], { now, isOpen });
  // Payments tell of themselves.
  if (!newest || !unbooked.includes(newest.attempt)) return null;
  const { state, attempt } = newest;
  const told = ownerSentence(state, { ...namesOf(invoice), amount: attempt.amount });
  return { state, told, amount: attempt.amount, at: attempt.at };
}

const namesOf = (invoice: Invoice) => ({
  customer: invoice.customer_name,
  number: invoice.number,
  currency: invoice.currency,
  balance: invoice.balance_minor,
});
