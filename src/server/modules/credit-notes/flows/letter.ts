import { creditNoteDocument } from '#core/invoice/credit-note-document.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import type { PrintedInvoice } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { languageOf } from '#server/modules/customers/queries/language.ts';
import { printOnce } from '#server/modules/files/flows/prints.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { leftToPay } from '#server/modules/invoices/queries/withholding.ts';
import { aboutInvoice, type Invoice, payUrlOf, verifyUrlOf } from '#server/modules/invoices/rules/invoice.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import type { Turn } from '#server/workers/pool.ts';
import type { jobs } from '../jobs.ts';
import { type ListedNote, listedNote } from '../queries/notes.ts';
import { creditNoteNumber } from '#server/modules/invoices/rules/credit-note.ts';

/** The PDF of a credit note. */
export async function printNote(scope: SystemScope, row: ListedNote, turn: Turn): Promise<Uint8Array> {
  const content = await printedNote(scope, row);
  const { business_id: businessId, id } = row;
  return printOnce(scope, { businessId, key: `credit note ${id}`, content }, () =>
    scope.ports.pdf.invoice(content, turn),
  );
}

export const runs: Runs<typeof jobs> = {
  letter: async (scope, { key, businessId, id, letter }) => {
    const row = await listedNote(scope.db, businessId, id);
    const invoice = row && (await invoiceById(scope.db, businessId, row.invoice_id));
    if (!invoice || invoice.customer_email === '') return;
    if (row.withdrawn_at && letter === 'creditNote') return;
    const number = creditNoteNumber(row.number);
    const content = await printNote(scope, row, { subject: businessId });
    const mail = {
      key,
      to: invoice.customer_email,
      about: aboutInvoice(invoice),
      template: letter,
    };
    await sendEmail(scope, { ...mail, facts: await letterFacts(scope, row, invoice) }, [
      { name: `${number}.pdf`, mime: 'application/pdf', content },
    ]);
  },
};

const isEarly = ({ reason }: ListedNote): boolean => reason === 'early_payment';

const letterFacts = async (scope: SystemScope, row: ListedNote, invoice: Invoice) => ({
  business: await businessForDocument(scope.db, row.business_id),
  language: await languageOf(scope.db, row.business_id, invoice.customer_id),
  customerName: invoice.customer_name,
  note: creditNoteNumber(row.number),
  number: invoice.number,
  currency: invoice.currency,
  amount: row.total_minor,
  paidEarly: isEarly(row),
  owed: row.owed_minor,
  credit: row.credit_minor,
  refund: row.refund_minor,
  gaveBack: row.gave_back_minor,
  asked: await leftToPay(scope.db, invoice),
  payUrl: payUrlOf(scope.publicUrl(), invoice.public_id),
});

async function printedNote(scope: SystemScope, row: ListedNote): Promise<PrintedInvoice> {
  const { business_id: businessId } = row;
  const invoice = await invoiceById(scope.db, businessId, row.invoice_id);
  if (!invoice) throw new Error(`credit note ${row.id} has no invoice`);
  const business = await businessForDocument(scope.db, businessId);
  const language = await languageOf(scope.db, businessId, invoice.customer_id);
  return {
    document: creditNoteDocument(factsOf(row, invoice), business, language),
    business: await letterheadOf(scope, business),
    payUrl: payUrlOf(scope.publicUrl(), invoice.public_id),
    check: {
      url: verifyUrlOf(scope.publicUrl()),
      code: formatVerificationCode(row.verification_code),
    },
    testMode: inTestMode(scope.ports.payments, invoice.currency),
  };
}

const factsOf = (row: ListedNote, invoice: Invoice) => ({
  number: creditNoteNumber(row.number),
  invoiceNumber: invoice.number,
  poNumber: invoice.po_number,
  title: invoice.title,
  currency: invoice.currency,
  date: row.issue_date,
  customerName: invoice.customer_name,
  customerEmail: invoice.customer_email,
  lines: row.lines.map((line) => ({
    description: line.description,
    quantity: line.quantity_micro,
    amount: line.total_minor,
    taxCode: line.tax_code,
  })),
  discount: row.discount_minor,
  taxRate: invoice.tax_bps,
  pricesIncludeTax: invoice.prices_include_tax,
  tax: row.tax_minor,
  total: row.total_minor,
  paidEarly: isEarly(row),
  withdrawn: row.withdrawn_at !== null,
});
