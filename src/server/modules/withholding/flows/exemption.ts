import type { Runs } from '#server/kernel/jobs.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { aboutInvoice, type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { isSuppressed } from '#server/modules/notifications/queries/whatsapp.ts';
import { type Facts, letterOf } from '#server/modules/notifications/rules/email.ts';
import type { jobs } from '../jobs.ts';
import { type Exemption, exemptionOf } from '../queries/exemption.ts';

/** Whether tax need not be kept of an invoice, with the letter that asks for it where nothing is missing; null without such a rule. */
export async function exemptionWithLetter(scope: Pick<SystemScope, 'db'>, invoice: Invoice) {
  const exemption = await exemptionOf(scope.db, invoice);
  if (!exemption) return null;
  const { month, supplied, upTo, missing } = exemption;
  const facts = missing ? null : await letterFacts(scope, invoice, exemption);
  return {
    month,
    supplied,
    upTo,
    missing,
    letter: facts && { ...letterOf('exemptionRequest', facts), to: invoice.customer_email },
  };
}

async function letterFacts(
  { db }: Pick<SystemScope, 'db'>,
  invoice: Invoice,
  { upTo, taxId }: Exemption,
): Promise<Facts['exemptionRequest']> {
  const { business_id: businessId } = invoice;
  return {
    business: await businessForDocument(db, businessId),
    language: await languageOf(db, businessId, invoice.customer_id),
    customerName: invoice.customer_name,
    number: invoice.number,
    currency: invoice.currency,
    amount: invoice.balance_minor,
    upTo,
    taxId,
  };
}

export const exemptionRuns: Pick<Runs<typeof jobs>, 'exemption'> = {
  exemption: async (scope, { key, businessId, invoiceId }) => {
    const invoice = await invoiceById(scope.db, businessId, invoiceId);
    if (!invoice || invoice.customer_email === '' || invoice.paid_at || !isActive(invoice)) return;
    const { customer_email: to } = invoice;
    if (await isSuppressed(scope.db, businessId, 'email', to)) return;
    const exemption = await exemptionOf(scope.db, invoice);
    if (!exemption || exemption.missing) return;
    await sendEmail(scope, {
      key,
      to,
      about: aboutInvoice(invoice),
      template: 'exemptionRequest',
      facts: await letterFacts(scope, invoice, exemption),
    });
  },
};
