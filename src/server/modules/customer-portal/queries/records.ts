import { MAX_PORTAL_ROWS } from '#contract/customer-portal.ts';
import type { cardStatuses } from '#contract/saved-cards.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { QuoteKind } from '#core/invoice/quote-kinds.ts';
import type { Currency, Minor } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import type { Db } from '#server/kernel/db.ts';
import { refundedBy } from '#server/modules/invoices/queries/attempts.ts';
import { active } from '#server/modules/invoices/queries/status-filter.ts';
import { creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';
import { wentBack } from '#server/modules/invoices/rules/credit.ts';
import { numberOf, type PublicQuoteState, publicStates, statusOf } from '#server/modules/quotes/rules.ts';
import { receiptNumber } from '#server/modules/payments/rules.ts';
import { listCards } from '#server/modules/saved-cards/queries/cards.ts';
import { presentCard } from '#server/modules/saved-cards/queries/present.ts';
import type { CustomerOf } from './links.ts';

/** A sent invoice nothing is asked for on any more; minor units. */
export type SettledInvoice = {
  number: string;
  title: string;
  publicId: string;
  currency: Currency;
  total: Minor;
  state: 'paid' | 'settled';
};

/** Minor units. */
export type ReceiptLine = {
  number: string;
  publicId: string;
  currency: Currency;
  amount: Minor;
  /** The part of it that went back. */
  refunded: Minor;
  /** The bank or the provider sent it back, not the business. */
  returned: boolean;
  paidAt: Date;
};

/** Minor units; `code` as it is typed at `/verify`. */
export type CreditNoteLine = {
  id: string;
  number: string;
  invoiceNumber: string;
  currency: Currency;
  total: Minor;
  issued: CalendarDate;
  code: string;
};

/** A saved card; `cap` in minor units. */
export type CardLine = {
  id: string;
  title: string;
  last4: string;
  currency: Currency;
  cap: Minor;
  status: (typeof cardStatuses)[number];
};

/** A customer's saved cards, the newest first. */
export async function cardsOf(db: Db, { businessId, customerId }: CustomerOf): Promise<CardLine[]> {
  const cards = (await listCards(db, businessId, { customerId })).map(presentCard);
  return cards
    .slice(0, MAX_PORTAL_ROWS)
    .map(({ id, title, last4, currency, cap, status }) => ({ id, title, last4, currency, cap, status }));
}

/** A quote that was sent; minor units. */
export type QuoteLine = {
  number: string;
  publicId: string;
  kind: QuoteKind;
  currency: Currency;
  total: Minor;
  state: PublicQuoteState;
  validUntil: CalendarDate;
};

/** A customer's settled invoices, the newest first. */
export async function settledInvoices(
  db: Db,
  { businessId, customerId }: CustomerOf,
): Promise<SettledInvoice[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['number', 'title', 'public_id as publicId', 'currency', 'total_minor as total', 'settled_as'])
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .where(active)
    .where('sent_at', 'is not', null)
    .where('settled_as', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_PORTAL_ROWS)
    .execute();
  return rows.map(({ settled_as, ...row }) => ({
    ...row,
    state: settled_as === 'paid' ? ('paid' as const) : ('settled' as const),
  }));
}

/** The receipts of what a customer paid, the newest first. */
export async function receiptsOf(db: Db, { businessId, customerId }: CustomerOf): Promise<ReceiptLine[]> {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('receipts as r', (join) =>
      join.onRef('r.business_id', '=', 'p.business_id').onRef('r.payment_id', '=', 'p.id'),
    )
    .select(['r.number', 'r.public_id as publicId', 'p.currency', 'p.amount_minor as amount'])
    .select(['p.refunded_minor', 'p.given_back_minor', refundedBy('p').as('refundedBy')])
    .select((eb) => eb.fn.coalesce('p.completed_at', 'p.created_at').as('paidAt'))
    .where('p.business_id', '=', businessId)
    .where('p.customer_id', '=', customerId)
    .where('p.status', 'in', ['completed', 'refunded'])
    .orderBy('p.id', 'desc')
    .limit(MAX_PORTAL_ROWS)
    .execute();
  return rows.map(({ number, refunded_minor, given_back_minor, refundedBy: by, ...row }) => ({
    ...row,
    number: receiptNumber(number),
    refunded: wentBack({ refunded_minor, given_back_minor }),
    returned: by === 'provider',
  }));
}

/** A customer's credit notes that stand, the newest first. */
export async function creditNotesOf(
  db: Db,
  { businessId, customerId }: CustomerOf,
): Promise<CreditNoteLine[]> {
  const rows = await db
    .selectFrom('credit_notes as n')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'n.business_id').onRef('i.id', '=', 'n.invoice_id'),
    )
    .select([
      'n.id',
      'n.number',
      'n.total_minor as total',
      'n.issue_date as issued',
      'n.verification_code as code',
    ])
    .select(['i.number as invoiceNumber', 'i.currency'])
    .where('n.business_id', '=', businessId)
    .where('i.customer_id', '=', customerId)
    .where('n.withdrawn_at', 'is', null)
    .orderBy('n.id', 'desc')
    .limit(MAX_PORTAL_ROWS)
    .execute();
  return rows.map(({ number, code, ...row }) => ({
    ...row,
    number: creditNoteNumber(number),
    code: formatVerificationCode(code),
  }));
}

/** The quotes a customer was sent, the newest first. */
export async function quotesOf(
  db: Db,
  { businessId, customerId }: CustomerOf,
  today: CalendarDate,
): Promise<QuoteLine[]> {
  const rows = await db
    .selectFrom('quotes')
    .select(['public_id as publicId', 'kind', 'currency', 'total_minor as total'])
    .select(['number', 'state', 'valid_until', 'viewed_at'])
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .where('number', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_PORTAL_ROWS)
    .execute();
  return rows.map(({ number, state, valid_until, viewed_at, ...row }) => ({
    ...row,
    number: numberOf({ number }),
    state: publicStates[statusOf({ state, valid_until, viewed_at }, today)],
    validUntil: valid_until ?? today,
  }));
}
