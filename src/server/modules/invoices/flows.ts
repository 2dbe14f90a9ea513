import { dateIn, daysBetween } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import { invoiceDocument } from '#core/invoice/document.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import type { Attachment } from '#server/kernel/ports/messaging.ts';
import type { PrintedInvoice } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { cancelMessage } from '#server/modules/notifications/commands/cancel.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { sendWhatsApp } from '#server/modules/notifications/flows/whatsapp.ts';
import type { Facts } from '#server/modules/notifications/rules/email.ts';
import { whatsappContentOf } from '#server/modules/notifications/rules/whatsapp.ts';
import type { jobs } from './jobs.ts';
import { invoiceById, type InvoiceDetails, loadInvoiceDetails, todayFor } from './queries/details.ts';
import { verificationCodeOf } from './queries/verify.ts';
import { factsOf, linesOf } from './rules/facts.ts';
import { aboutInvoice, balanceOf, type Invoice, payUrlOf, verifyUrlOf } from './rules/invoice.ts';

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
    business: {
      id: businessId,
      name: business.name,
      addressLines: business.addressLines,
      email: business.email,
      phone: business.phone,
      primaryColor: business.primaryColor,
      secondaryColor: business.secondaryColor,
      logo: business.logoKey ? await scope.ports.files.get(business.logoKey) : null,
    },
    payUrl: payUrlOf(scope.publicUrl(), invoice.public_id),
    check: {
      url: verifyUrlOf(scope.publicUrl()),
      code: formatVerificationCode(await verificationCodeOf(scope.db, businessId, invoiceId)),
    },
    testMode: inTestMode(scope.ports.payments, invoice.currency),
  };
}

// The provider's time of the payment, where there is one.
function paidAt({ invoice, payments }: InvoiceDetails): Date | null {
  if (!invoice.paid_at) return null;
  const last = payments.find((payment) => payment.status === 'completed');
  return last?.completed_at ?? invoice.paid_at;
}

/** Template facts of an invoice e-mail, and its PDF attachment. */
export async function invoiceEmailParts(
  scope: SystemScope,
  invoice: Invoice,
): Promise<{ facts: Facts['invoiceSent']; attachment: Attachment }> {
  const printed = await documentFor(scope, invoice.business_id, invoice.id);
  const { document, business, payUrl } = printed;
  return {
    facts: {
      language: document.language,
      business,
      customerName: invoice.customer_name,
      number: invoice.number,
      title: invoice.title,
      total: invoice.total_minor,
      balance: balanceOf(invoice),
      currency: invoice.currency,
      due: invoice.due_date,
      payUrl,
    },
    attachment: {
      name: `${invoice.number}.pdf`,
      mime: 'application/pdf',
      content: await scope.ports.pdf.invoice(printed),
    },
  };
}

export const runs: Runs<typeof jobs> = {
  deliver: async (scope, { businessId, invoiceId, letter: template, key, number }) => {
    const invoice = await invoiceById(scope.db, businessId, invoiceId);
    if (!invoice || invoice.deleted_at || invoice.paid_at)
      return scope.transactAsSystem((ctx) => cancelMessage(ctx, key));
    if (number) return sendInvoiceByWhatsApp(scope, invoice, { template, key, number });
    if (invoice.customer_email === '') return;
    const { facts, attachment } = await invoiceEmailParts(scope, invoice);
    const mail = { key, to: invoice.customer_email, about: aboutInvoice(invoice) };
    if (template === 'invoiceSent') return sendEmail(scope, { ...mail, template, facts }, [attachment]);
    const today = await todayFor(scope.db, businessId, scope.now);
    return sendEmail(
      scope,
      { ...mail, template, facts: { ...facts, daysLate: daysBetween(invoice.due_date, today) } },
      [attachment],
    );
  },
};

type WhatsAppDelivery = { template: 'invoiceSent' | 'invoiceReminder'; key: string; number: string };

// A reminder has no file: the customer has it, and its template takes none.
async function sendInvoiceByWhatsApp(
  scope: SystemScope,
  invoice: Invoice,
  { template, key, number }: WhatsAppDelivery,
) {
  const { facts, attachment } = await invoiceEmailParts(scope, invoice);
  const message = { key, kind: template, to: number, about: aboutInvoice(invoice) };
  if (template === 'invoiceSent') {
    const content = whatsappContentOf(template, facts);
    return sendWhatsApp(scope, { ...message, content }, attachment);
  }
  const today = await todayFor(scope.db, invoice.business_id, scope.now);
  const reminderFacts = { ...facts, daysLate: daysBetween(invoice.due_date, today) };
  const content = whatsappContentOf(template, reminderFacts);
  return sendWhatsApp(scope, { ...message, content }, null);
}
