import { portalPath } from '#contract/customer-portal.ts';
import { dateIn, laterOf } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { add, minor, subtract, ZERO } from '#core/money.ts';
import { receiptDocument } from '#core/receipt/document.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import type { PrintedReceipt } from '#server/kernel/ports/pdf.ts';
import { providerByName } from '#server/kernel/providers.ts';
import { type Scope, type SystemScope, turnOf } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { printOnce } from '#server/modules/files/flows/prints.ts';
import { earlyDiscountsAt } from '#server/modules/invoices/queries/early-payment.ts';
import { issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { openEarly, taxKeptOf, toldTaxOf, toPayOf } from '#server/modules/invoices/queries/withholding.ts';
import { creditOf, wentBack } from '#server/modules/invoices/rules/credit.ts';
import { aboutInvoice, isActive, payUrlOf, verifyUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { sendWhatsApp } from '#server/modules/notifications/flows/whatsapp.ts';
import { whatsappContentOf } from '#server/modules/notifications/rules/whatsapp.ts';
import type { Turn } from '#server/workers/pool.ts';
import {
  type IssuedReceipt,
  receiptByPublicId,
  receiptByVerificationCode,
  receiptOfPayment,
} from '../queries/receipts.ts';
import type { ReceiptView } from '../receipt-view.ts';
import { invoiceNames, receiptNumber, receiptUrlOf, middayOf } from '../rules.ts';

/** The receipt behind a public link; null for links that lead nowhere. */
export async function receiptView(scope: SystemScope, publicId: string): Promise<ReceiptView | null> {
  const issued = await receiptByPublicId(scope.db, publicId);
  return issued && viewOf(scope, issued);
}

/** The receipt that carries a code; null when none does. */
export async function receiptViewByCode(scope: SystemScope, code: string): Promise<ReceiptView | null> {
  const issued = await receiptByVerificationCode(scope.db, code);
  return issued && viewOf(scope, issued);
}

type PdfFile = { bytes: Uint8Array; name: string };

/** The same as PDF. Throws 404 for links that lead nowhere. */
export async function publicReceiptPdf(scope: SystemScope, publicId: string): Promise<PdfFile> {
  const issued = await receiptByPublicId(scope.db, publicId);
  if (!issued) throw notFound('receipt');
  return renderReceipt(scope, issued);
}

/** The receipt of one of the owner's payments as PDF. Throws 404, also while the money has not come. */
export async function ownReceiptPdf(scope: Scope, currency: string, paymentId: string): Promise<PdfFile> {
  const issued = await receiptOfPayment(scope.db, scope.actor.businessId, paymentId);
  if (issued?.payment.currency !== currency) throw notFound('receipt');
  return renderReceipt(scope, issued);
}

type ReceiptDelivery = {
  key: string;
  businessId: string;
  paymentId: string;
  amount: number;
  balance: number;
  over: number;
  /** International digits; sent by WhatsApp to it, by mail where there is none. */
  number?: string | undefined;
};

/** Sends a customer a receipt, once per key: by mail with its PDF, by WhatsApp as a link. `amount` came in, `balance` was then still owed, `over` was too much; minor units. */
export async function sendReceipt(scope: SystemScope, delivery: ReceiptDelivery): Promise<void> {
  const { key, businessId, paymentId } = delivery;
  const issued = await receiptOfPayment(scope.db, businessId, paymentId);
  if (!issued || issued.payment.status === 'cancelled') return;
  const { payment, receipt, invoices, shares } = issued;
  const [invoice, ...others] = invoices;
  const business = await businessForDocument(scope.db, businessId);
  const facts = {
    business,
    language: await languageOf(scope.db, businessId, invoice.customer_id),
    customerName: invoice.customer_name,
    number: invoiceNames(invoices.map(({ number }) => number)),
    amount: minor(delivery.amount),
    balance: minor(delivery.balance),
    over: minor(delivery.over),
    early: await earlyDiscountsAt(scope.db, invoices, receipt.issued_at),
    earlyPayment: others.length > 0 ? null : await openEarly(scope.db, invoice, scope.now),
    currency: payment.currency,
    method: payment.method,
    reference: payment.reference,
    paidOn: dateIn(payment.completed_at ?? receipt.issued_at, business.timeZone),
    ...(others.length > 0 ? { shares } : {}),
    payUrl:
      others.length > 0
        ? `${scope.publicUrl()}${portalPath(businessId)}`
        : payUrlOf(scope.publicUrl(), invoice.public_id),
    receiptUrl: receiptUrlOf(scope.publicUrl(), receipt.public_id),
    evidence: payment.evidence,
  };
  const message = { key, about: aboutInvoice(invoice) };
  if (delivery.number) {
    const content = whatsappContentOf('receipt', facts);
    return sendWhatsApp(scope, { ...message, kind: 'receipt', to: delivery.number, content }, null);
  }
  if (invoice.customer_email === '') return;
  const { bytes, name } = await renderReceipt(scope, issued, { subject: businessId });
  const mail = { ...message, to: invoice.customer_email, template: 'receipt' as const, facts };
  await sendEmail(scope, mail, [{ name, mime: 'application/pdf', content: bytes }]);
}

async function renderReceipt(
  scope: SystemScope,
  issued: IssuedReceipt,
  turn: Turn = turnOf(scope),
): Promise<PdfFile> {
  const view = await viewOf(scope, issued);
  const printed = await printedOf(scope, view);
  const print = { businessId: view.business.id, key: `receipt ${view.publicId}`, content: printed };
  const bytes = await printOnce(scope, print, () => scope.ports.pdf.receipt(printed, turn));
  return { bytes, name: `${view.number}.pdf` };
}

async function viewOf(scope: SystemScope, issued: IssuedReceipt): Promise<ReceiptView> {
  const { receipt, payment, returning, shares, refundedAt, refundedBy } = issued;
  const undone = payment.status === 'cancelled';
  const credit = undone ? ZERO : creditOf(payment, returning);
  const { issuer, timeZone } = await issuerOf(scope, payment.business_id);
  const [invoice] = issued.invoices;
  return {
    publicId: receipt.public_id,
    language: await languageOf(scope.db, payment.business_id, invoice.customer_id),
    number: receiptNumber(receipt.number),
    code: formatVerificationCode(receipt.verification_code),
    business: issuer,
    customer: { name: invoice.customer_name, email: invoice.customer_email },
    currency: payment.currency,
    amount: payment.amount_minor,
    method: payment.method,
    reference: payment.reference,
    paidAt: payment.completed_at ?? receipt.issued_at,
    evidence: payment.evidence,
    undone,
    provider: providerByName(scope.ports.payments, payment.provider)?.title ?? payment.provider,
    verifiedAt: receipt.issued_at,
    timeZone,
    invoice: await purposeOf(scope, issued.invoices),
    early: await earlyDiscountsAt(scope.db, issued.invoices, receipt.issued_at),
    today: dateIn(scope.now, timeZone),
    shares,
    credit,
    returning: undone ? ZERO : subtract(creditOf(payment), credit),
    surcharge: payment.surcharge_minor,
    refunded: wentBack(payment),
    refundedAt: laterOf(refundedAt, payment.given_back_on ? middayOf(payment.given_back_on, timeZone) : null),
    returned: refundedBy === 'provider',
    testMode: payment.test_mode,
  };
}

/** The invoice it was paid for; of several the sums. */
async function purposeOf(
  { db, now }: SystemScope,
  invoices: IssuedReceipt['invoices'],
): Promise<ReceiptView['invoice']> {
  const open = [];
  for (const invoice of invoices.filter(isActive))
    open.push({ balance: invoice.balance_minor, taxKept: await taxKeptOf(db, invoice) });
  const taxes = open.map(toldTaxOf).filter((tax) => tax !== null);
  const amount = add(...taxes.map((tax) => tax.amount));
  const [first, ...others] = invoices;
  return {
    number: invoiceNames(invoices.map(({ number }) => number)),
    several: others.length > 0,
    title: others.length === 0 ? first.title : '',
    owed: add(...open.map(toPayOf)),
    offer: others.length > 0 ? null : await openEarly(db, first, now),
    tax: taxes.length > 0 ? { amount, isKept: taxes.every(({ isKept }) => isKept) } : null,
    cancelled: open.length === 0,
  };
}

async function printedOf(scope: SystemScope, view: ReceiptView): Promise<PrintedReceipt> {
  const business = await businessForDocument(scope.db, view.business.id);
  return {
    document: receiptDocument(view, view.language),
    business: await letterheadOf(scope, business),
    receiptUrl: receiptUrlOf(scope.publicUrl(), view.publicId),
    check: { url: verifyUrlOf(scope.publicUrl()), code: view.code },
    testMode: view.testMode,
  };
}
