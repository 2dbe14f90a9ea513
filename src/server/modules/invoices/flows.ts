import { dateIn, daysBetween, hourIn } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { invoiceDocument } from '#core/invoice/document.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import type { Attachment } from '#server/kernel/ports/messaging.ts';
import type { PrintedInvoice } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument, timeZoneOf } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { cancelMessage } from '#server/modules/notifications/commands/cancel.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { sendWhatsApp } from '#server/modules/notifications/flows/whatsapp.ts';
import { printOnce } from '#server/modules/files/flows/prints.ts';
import type { Facts } from '#server/modules/notifications/rules/email.ts';
import { whatsappContentOf } from '#server/modules/notifications/rules/whatsapp.ts';
import type { Turn } from '#server/workers/pool.ts';
import type { jobs } from './jobs.ts';
import { type InvoiceDetails, invoiceById, loadInvoiceDetails } from './queries/details.ts';
import { verificationCodeOf } from './queries/verify.ts';
import { factsOf, linesOf, messageFactsOf } from './rules/facts.ts';
import { aboutInvoice, type Invoice, isActive, payUrlOf, verifyUrlOf } from './rules/invoice.ts';

/** An invoice as it is printed. Throws 404. */
export async function documentFor(
  scope: SystemScope,
  businessId: string,
  invoiceId: string,
): Promise<PrintedInvoice> {
  const invoice = await invoiceById(scope.db, businessId, invoiceId);
  if (!invoice) throw notFound('invoice');
  const details = await loadInvoiceDetails(scope, invoice, scope.now);
  const business = await businessForDocument(scope.db, businessId);
  const today = dateIn(scope.now, business.timeZone);
  const facts = { ...factsOf(details.invoice, today), paidAt: paidAt(details) };
  const language = await languageOf(scope.db, businessId, invoice.customer_id);
  return {
    document: invoiceDocument(facts, linesOf(details.items), business, language),
    business: await letterheadOf(scope, business),
    payUrl: payUrlOf(scope.publicUrl(), invoice.public_id),
    check: {
      url: verifyUrlOf(scope.publicUrl()),
      code: formatVerificationCode(await verificationCodeOf(scope.db, businessId, invoiceId)),
    },
    testMode: inTestMode(scope.ports.payments, invoice.currency),
  };
}

/** The PDF of a printed invoice. */
export const printInvoice = (scope: SystemScope, printed: PrintedInvoice, turn: Turn): Promise<Uint8Array> =>
  printOnce(
    scope,
    { businessId: printed.business.id, key: `invoice ${printed.payUrl}`, content: printed },
    () => scope.ports.pdf.invoice(printed, turn),
  );

// The provider's time of the payment, where there is one.
function paidAt({ invoice, payments }: InvoiceDetails): Date | null {
  if (!invoice.paid_at) return null;
  const last = payments.find((payment) => payment.status === 'completed');
  return last?.completed_at ?? invoice.paid_at;
}

/** Template facts of the messages about an invoice, in its customer's language. */
export async function invoiceFacts(scope: SystemScope, invoice: Invoice): Promise<Facts['invoiceSent']> {
  const { business_id: businessId } = invoice;
  const business = await businessForDocument(scope.db, businessId);
  const language = await languageOf(scope.db, businessId, invoice.customer_id);
  return { language, ...messageFactsOf(invoice, business, payUrlOf(scope.publicUrl(), invoice.public_id)) };
}

// The hour is the business's own: a reminder greets by it.
async function reminderFacts(scope: SystemScope, invoice: Invoice): Promise<Facts['invoiceReminder']> {
  const { business_id: businessId, due_date: due } = invoice;
  const zone = await timeZoneOf(scope.db, businessId);
  const daysLate = daysBetween(due, dateIn(scope.now, zone));
  return { ...(await invoiceFacts(scope, invoice)), daysLate, hour: hourIn(scope.now, zone) };
}

/** An invoice as the attachment of a message. */
export async function invoiceAttachment(scope: SystemScope, invoice: Invoice): Promise<Attachment> {
  const printed = await documentFor(scope, invoice.business_id, invoice.id);
  return {
    name: `${invoice.number}.pdf`,
    mime: 'application/pdf',
    content: await printInvoice(scope, printed, { subject: invoice.business_id }),
  };
}

export const runs: Runs<typeof jobs> = {
  deliver: async (scope, { businessId, invoiceId, letter: template, key, number }) => {
    const invoice = await invoiceById(scope.db, businessId, invoiceId);
    if (!invoice || !isActive(invoice) || invoice.paid_at)
      return scope.transactAsSystem((ctx) => cancelMessage(ctx, key));
    if (number) return sendInvoiceByWhatsApp(scope, invoice, { template, key, number });
    if (invoice.customer_email === '') return;
    const attachment = await invoiceAttachment(scope, invoice);
    const mail = { key, to: invoice.customer_email, about: aboutInvoice(invoice) };
    if (template === 'invoiceSent')
      return sendEmail(scope, { ...mail, template, facts: await invoiceFacts(scope, invoice) }, [attachment]);
    return sendEmail(scope, { ...mail, template, facts: await reminderFacts(scope, invoice) }, [attachment]);
  },
};

type WhatsAppDelivery = { template: 'invoiceSent' | 'invoiceReminder'; key: string; number: string };

// A reminder has no file: the customer has it, and its template takes none.
async function sendInvoiceByWhatsApp(
  scope: SystemScope,
  invoice: Invoice,
  { template, key, number }: WhatsAppDelivery,
) {
  const message = { key, kind: template, to: number, about: aboutInvoice(invoice) };
  if (template === 'invoiceSent') {
    const content = whatsappContentOf(template, await invoiceFacts(scope, invoice));
    return sendWhatsApp(scope, { ...message, content }, await invoiceAttachment(scope, invoice));
  }
  const content = whatsappContentOf(template, await reminderFacts(scope, invoice));
  return sendWhatsApp(scope, { ...message, content }, null);
}
