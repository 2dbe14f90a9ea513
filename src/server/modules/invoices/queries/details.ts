import { assert } from '#core/assert.ts';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { InvoiceFacts, InvoiceLine } from '#core/invoice/document.ts';
import type { Currency, Minor } from '#core/money.ts';
import { combinedRead, part } from '#server/kernel/combined-read.ts';
import { type Db, together, type Tx } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import type { Vault } from '#server/kernel/vault.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import { factsOf, linesOf } from '../rules/facts.ts';
import {
  type InvoiceStatus,
  payableStatusOf,
  type PublicState,
  publicStateOf,
  replacedOn,
} from '../rules/invoice.ts';
import type { ToldEarly } from '#core/early-payment.ts';
import { asPaidOn, toldEarly } from '../rules/early-payment.ts';
import { askedNow } from '../rules/schedule.ts';
import type { Adjustment, Invoice, InvoiceItem, InvoiceRevision, StoredInvoice } from '../table.ts';
import {
  attemptsBy,
  type InvoicePayment,
  latestReturn,
  latestUnmatched,
  paymentRows,
  type Unanswered,
} from './attempts.ts';
import { type Issuer, issuerOf } from './issuer.ts';
import { lastRemindedOn } from './last-reminded.ts';
import { openedPayTo } from './pay-to.ts';
import { revisionRows, wholeRevision } from './revisions.ts';
import {
  type InvoiceTax,
  standingWithholding,
  earlyBy,
  taxBy,
  taxFactsOf,
  taxOn,
  taxTermsBy,
  taxTermsRow,
  toPayOf,
} from './withholding.ts';

/** An invoice with all details its owner sees. `today` is the day in the business's zone. */
export type InvoiceDetails = Pick<InvoiceTax, 'taxKept' | 'likelyTax'> & {
  invoice: Invoice;
  items: InvoiceItem[];
  payments: InvoicePayment[];
  /** A payer who came back before the provider knew of a payment; null when there is none to tell. */
  unanswered: Unanswered | null;
  /** Parts settled without money, newest first. */
  adjustments: Adjustment[];
  /** The revisions that were replaced, oldest first. */
  replaced: InvoiceRevision[];
  businessName: string;
  today: CalendarDate;
  /** The discount for paying early, less tax that is kept of what is paid then. */
  early: ToldEarly | null;
  /** The repeating invoice that made it. */
  planId: string | null;
};

type ReadScope = { db: Db | Tx; vault: Vault };

/** The day it is for a business. */
export const todayFor = async (db: Db | Tx, businessId: string, now: Date): Promise<CalendarDate> =>
  dateIn(now, await timeZoneOf(db, businessId));

/** One invoice of a business, deleted or not, without asking who wants to know; null when unknown. */
export async function invoiceById(
  db: Db | Tx,
  businessId: string,
  invoiceId: string,
): Promise<StoredInvoice | null> {
  return (await invoiceRow(db, businessId, invoiceId).executeTakeFirst()) ?? null;
}

const invoiceRow = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db.selectFrom('invoices').selectAll().where('business_id', '=', businessId).where('id', '=', invoiceId);

/** The row of an invoice in one of its business's currencies, deleted or not. Throws 404. */
export async function getInvoice(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  invoiceId: string,
): Promise<StoredInvoice> {
  const invoice = isId('inv', invoiceId) ? await invoiceById(db, businessId, invoiceId) : null;
  if (invoice?.currency !== currency) throw notFound('invoice');
  return invoice;
}

/** One invoice in one of its business's currencies, deleted or not, with its bank account decrypted. Throws 404. */
export async function getInvoiceDetails(
  { db, vault }: ReadScope,
  businessId: string,
  currency: Currency,
  invoiceId: string,
  now: Date,
): Promise<InvoiceDetails> {
  if (!isId('inv', invoiceId)) throw notFound('invoice');
  const { invoices, businesses, items, withholdings, terms, adjustments, revisions, plans, ...attempts } =
    await detailRows(db, businessId, invoiceId);
  const [invoice] = invoices;
  if (invoice?.currency !== currency) throw notFound('invoice', invoice?.currency);
  const [business] = businesses;
  assert(business, 'an invoice has a business');
  const [termsRow] = terms;
  const [withholding = null] = withholdings;
  const today = dateIn(now, business.time_zone);
  return {
    invoice: {
      ...invoice,
      pay_to: business.own_account_on_documents ? await openedPayTo(vault, invoice) : null,
    },
    items,
    ...attemptsBy(invoice, attempts, now),
    adjustments,
    ...taxBy(invoice, withholding, termsRow ? taxTermsBy(termsRow) : null),
    early: earlyBy(invoice, withholding, today),
    replaced: revisions.map(wholeRevision),
    businessName: business.business_name,
    today,
    planId: plans[0]?.plan_id ?? null,
  };
}

const detailRows = combinedRead((db, businessId: string, invoiceId: string) => ({
  invoices: part(invoiceRow(db, businessId, invoiceId), {
    sent_at: true,
    paid_at: true,
    deleted_at: true,
    created_at: true,
    remind_at: true,
    changed_at: true,
  }),
  businesses: part(
    db
      .selectFrom('business_profiles')
      .select(['business_name', 'time_zone', 'own_account_on_documents'])
      .where('business_id', '=', businessId),
    {},
  ),
  items: part(itemRows(db, businessId, invoiceId), {}),
  payments: part(paymentRows(db, businessId, invoiceId), {
    created_at: true,
    completed_at: true,
    status_changed_at: true,
  }),
  returns: part(latestReturn(db, businessId, invoiceId), { unanswered_since: true }),
  unmatched: part(latestUnmatched(db, businessId, invoiceId), { received_at: true }),
  adjustments: part(adjustmentRows(db, businessId, invoiceId), { created_at: true }),
  withholdings: part(standingWithholding(db, businessId, invoiceId), {
    kept_at: true,
    letter_at: true,
    created_at: true,
    updated_at: true,
  }),
  terms: part(taxTermsRow(db, businessId, invoiceId), {}),
  revisions: part(revisionRows(db, businessId, invoiceId), { sent_at: true, replaced_at: true }),
  plans: part(
    db
      .selectFrom('plan_occurrences')
      .select('plan_id')
      .where('business_id', '=', businessId)
      .where('invoice_id', '=', invoiceId),
    {},
  ),
}));

const adjustmentRows = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('adjustments')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc');

/** Lines of an invoice, in order. */
export const itemsOf = (db: Db | Tx, businessId: string, invoiceId: string): Promise<InvoiceItem[]> =>
  itemRows(db, businessId, invoiceId).execute();

const itemRows = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('invoice_items')
    .select([
      'position',
      'description',
      'quantity_micro',
      'rate_minor',
      'discount_minor',
      'discount_bps',
      'tax_code',
      'total_minor',
    ])
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position');

/** Public view of an invoice. */
export type PayableInvoice = {
  id: string;
  businessId: string;
  customerId: string;
  /** `cancelled`: it was sent, and deleted later. */
  state: PublicState;
  view: Pick<InvoiceTax, 'taxKept' | 'taxChoices'> & {
    publicId: string;
    state: PublicState;
    /** The day it last took the place of an earlier one; null while it never did. */
    replacedOn: CalendarDate | null;
    status: Exclude<InvoiceStatus, 'pending'>;
    today: CalendarDate;
    number: string;
    currency: Currency;
    due: CalendarDate;
    business: Issuer;
    customer: { name: string; email: string };
    /** Minor units of `currency`. */
    total: Minor;
    paid: Minor;
    balance: Minor;
    /** All that is left to pay, less tax that is kept and a discount for paying early. */
    toPay: Minor;
    /** The part of it that is asked for now. */
    asked: Minor;
    /** The open discount for paying early, and what is asked for in `full` after it. */
    early: (ToldEarly & { full: Minor }) | null;
    /** The last day its customer was reminded of it; null before it is overdue. */
    remindedOn: CalendarDate | null;
    /** All that stands on the document. */
    facts: InvoiceFacts;
    lines: InvoiceLine[];
  };
};

/** The row of the invoice behind a public link, for an owner only the own; null for links that lead nowhere and for invoices never sent. */
export async function sentByPublicId(
  db: Db,
  publicId: string,
  businessId?: string,
): Promise<StoredInvoice | null> {
  const found = await db
    .selectFrom('invoices')
    .selectAll()
    .where('public_id', '=', publicId)
    .$if(businessId !== undefined, (query) => query.where('business_id', '=', businessId ?? ''))
    .executeTakeFirst();
  return found?.sent_at ? found : null;
}

/** The invoice behind a public link, as `sentByPublicId` finds it, for its page. */
export async function payableByPublicId(
  scope: Pick<SystemScope, 'db' | 'now' | 'vault'>,
  publicId: string,
  businessId?: string,
): Promise<PayableInvoice | null> {
  const found = await sentByPublicId(scope.db, publicId, businessId);
  if (!found) return null;
  const [{ issuer, timeZone }, items, tax] = await together(scope.db, (db) =>
    Promise.all([
      issuerOf({ ...scope, db }, found.business_id),
      itemsOf(db, found.business_id, found.id),
      taxOn(db, found),
    ]),
  );
  const today = dateIn(scope.now, timeZone);
  const full = toPayOf({ balance: found.balance_minor, taxKept: tax.taxKept });
  // Sum, tax and choices are of what is paid in time.
  const lowered = asPaidOn(found, today);
  const { taxKept, taxChoices } = lowered === found ? tax : await taxOn(scope.db, lowered);
  const toPay = toPayOf({ balance: lowered.balance_minor, taxKept });
  const early = lowered === found ? null : toldEarly(found, today);
  const status = payableStatusOf(found, today);
  if (status === 'pending') return null;
  const state = publicStateOf(status);
  return {
    id: found.id,
    businessId: found.business_id,
    customerId: found.customer_id,
    state,
    view: {
      publicId,
      state,
      replacedOn: replacedOn(found, timeZone),
      status,
      today,
      number: found.number,
      currency: found.currency,
      due: found.due_date,
      business: issuer,
      customer: { name: found.customer_name, email: found.customer_email },
      total: found.total_minor,
      paid: found.paid_minor,
      balance: found.balance_minor,
      toPay,
      asked: askedNow(found, toPay),
      early: early && { ...early, full },
      remindedOn: found.due_date < today ? await lastRemindedOn(scope.db, found, timeZone) : null,
      taxKept,
      taxChoices,
      // The account on it stays sealed: the page has accounts of its own.
      facts: {
        ...factsOf(found, today),
        status,
        bankDetails: null,
        earlyPayment: early && { ...early, net: toPay },
        withholding: taxFactsOf(tax),
      },
      lines: linesOf(items),
    },
  };
}

/** The public id of one of the business's invoices, also a deleted one; null when there is none in that currency. */
export async function publicIdOf(
  db: Db,
  businessId: string,
  currency: Currency,
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('public_id')
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.public_id ?? null;
}
