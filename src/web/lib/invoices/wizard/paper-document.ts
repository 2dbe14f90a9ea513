import { lineOf, readTaxRate } from '#contract/invoice-form.ts';
import { type CalendarDate, isCalendarDate } from '#core/dates.ts';
import { earlyDiscount } from '#core/early-payment.ts';
import { type InvoiceDocument, invoiceDocument, type InvoiceFacts } from '#core/invoice/document.ts';
import { invoiceTextNames } from '#core/invoice/texts.ts';
import type { PartFacts } from '#core/invoice/payment-parts.ts';
import { type Currency, type Minor, subtract, ZERO } from '#core/money.ts';
import { offeredParts, planParts, type Planned } from '#core/payment-schedule.ts';
import { formatPhone, toE164 } from '#core/phone.ts';
import { recordOf } from '#core/records.ts';
import { expectedTax, type WithholdingTerms } from '#core/withholding.ts';
import { checkParts, readParts } from '../schedule/typed.ts';
import type { InvoiceDraft, ItemDraft } from './draft.ts';
import { earlyOf, readEntry, totalsOfDraft } from './rules.ts';

type Issued = WithholdingTerms & { currency: Currency; business: string; issued: CalendarDate };

/** The items with the one being typed in its place, once it can stand there. */
function itemsAsTyped({ items, entry }: InvoiceDraft): readonly ItemDraft[] {
  const at = entry.at ?? items.length;
  const read = readEntry(entry, items.toSpliced(at, 1));
  return 'item' in read ? items.toSpliced(at, 1, read.item) : items;
}

// Parts that do not add up yet are told beside their fields.
function partsOf({ schedule, quote }: InvoiceDraft, planned: Planned): readonly PartFacts[] {
  if (!schedule || planned.total === 0 || Object.keys(checkParts(schedule, planned)).length > 0) return [];
  const terms = readParts(schedule);
  return quote ? offeredParts(terms, planned.total) : planParts(terms, planned);
}

/** A draft as the document it is going to be; a day that is none yet is that of its issue. */
export function documentOf(
  draft: InvoiceDraft,
  { currency, business, issued, ...terms }: Issued,
): InvoiceDocument {
  const items = itemsAsTyped(draft);
  const { lines, lineDiscounts, subtotal, discount, tax, total } = totalsOfDraft({
    ...draft,
    items: [...items],
  });
  const kept = draft.quote ? null : expectedTax({ base: subtract(total, tax), owed: total }, issued, terms);
  const { name, email, phone } = draft.customer;
  const priced = items.map((item, at) => ({
    ...item,
    total: lines[at] ?? ZERO,
    discount: lineDiscounts[at] ?? ZERO,
  }));
  const facts = {
    ...recordOf(invoiceTextNames, (text) => draft[text].trim()),
    invoiceNumber: '',
    currency,
    status: 'pending' as const,
    date: issued,
    dueDate: isCalendarDate(draft.dueDate) ? draft.dueDate : issued,
    paidAt: null,
    customerName: name.trim(),
    customerEmail: email.trim() || formatPhone(toE164(phone) ?? phone),
    subtotal,
    discount,
    taxRate: readTaxRate(draft.taxRate) ?? 0,
    pricesIncludeTax: draft.pricesIncludeTax,
    tax,
    totalAmount: total,
    amountPaid: ZERO,
    balance: total,
    earlyPayment: toldEarly(draft, priced, { discount, total }),
    schedule: partsOf(draft, { total, currency, issued }),
    withholding: kept && { rate: kept.bps, net: kept.net },
    bankDetails: null,
    revision: 1,
    changedAt: null,
  };
  return invoiceDocument(facts, priced, { name: business }, 'en');
}

function toldEarly(
  draft: InvoiceDraft,
  items: readonly (ItemDraft & { total: Minor })[],
  { discount, total }: { discount: Minor; total: Minor },
): InvoiceFacts['earlyPayment'] {
  const early = earlyOf(draft);
  const lines = items.map((item) => ({ ...lineOf(item), total: item.total }));
  const terms = { taxBps: readTaxRate(draft.taxRate) ?? 0, pricesIncludeTax: draft.pricesIncludeTax };
  const amount = early && earlyDiscount({ lines, discount, terms }, early.percent);
  return early && amount ? { ...early, amount, net: subtract(total, amount), state: 'open' } : null;
}
