import { type InvoiceText, invoiceTextNames } from '#core/invoice/texts.ts';
import { recordOf } from '#core/records.ts';
import type { InvoiceDetail } from '../../api.ts';
import { emptyDraft, type InvoiceDraft } from '#web/lib/invoices/wizard/draft.ts';
import { typedParts } from '#web/lib/invoices/schedule/typed.ts';
import type { Purpose } from '#web/lib/invoices/wizard/purpose.ts';
import { wizardTexts } from '#web/lib/invoices/wizard/texts.ts';

/** A stored invoice as the wizard shows it. */
export const draftOf = (invoice: InvoiceDetail): InvoiceDraft => ({
  ...emptyDraft,
  ...recordOf(invoiceTextNames, (name) => invoice[name]),
  customer: { id: invoice.customerId, name: invoice.customerName, email: invoice.customerEmail, phone: '' },
  dueDate: invoice.dueDate,
  schedule: typedParts(invoice.schedule),
  ...earlyOf(invoice),
  items: invoice.items.map(({ description, quantity, rate, discount, discountPercent, taxCode }) => ({
    description,
    quantity,
    rate,
    taxCode,
    ...(discountPercent === null ? { discount } : { discountPercent }),
  })),
  taxRate: invoice.taxRate > 0 ? String(invoice.taxRate / 100) : '',
  pricesIncludeTax: invoice.pricesIncludeTax,
  discount: invoice.discount > 0 ? invoice.discount : null,
});

// One that is over cannot be offered again.
const earlyOf = ({ earlyPayment: early }: InvoiceDetail) =>
  early?.state === 'open' ? { earlyPercent: String(early.percent / 100), earlyUntil: early.until } : {};

/** The words for changing an invoice, by how far it has come. */
export function purposeOf(invoice: InvoiceDetail, kind: 'edit' | 'revise'): Purpose {
  const { invoiceNumber: number, customerName: name } = invoice;
  const stands = {
    issued: invoice.date,
    keeps: {
      customerId: invoice.customerId,
      kind: (invoice.withholding ?? invoice.likelyTax)?.kind ?? null,
    },
    mayBeBlank: invoiceTextNames.filter((text: InvoiceText) => invoice[text] === ''),
  };
  if (kind === 'edit') {
    const { title, submit, next } = wizardTexts.edit;
    return { ...stands, title: title(number), submit, next };
  }
  const { title, submit, next, customer } = wizardTexts.revise;
  return { ...stands, title: title(number), submit, next: next(name), sameCustomer: customer(name) };
}
