import fc from 'fast-check';
import { languageCodes } from '../languages.ts';
import { formatMoney, MAX_MINOR, type Minor, minor, subtract, ZERO } from '../money.ts';
import { type PartProgress, planParts, progressOf } from '../payment-schedule.ts';
import { recordOf } from '../records.ts';
import { type Line, taxCodes, type TotalsFault, totalsFault, totalsOf } from '../totals.ts';
import type { InvoiceFacts, InvoiceLine, PrintedDocument } from './document.ts';
import type { LabelKey } from './labels.ts';
import { invoiceTextNames } from './texts.ts';

/** Every text of an invoice, left blank. */
export const blankTexts = recordOf(invoiceTextNames, () => '');

/** Sums of an invoice, for what the forms and the server say of them; amounts in minor units. */
export type Sums = { lines: Line[]; taxBps: number; pricesIncludeTax: boolean; discount: number };

const near = (bound: number) => fc.integer({ min: Math.max(1, bound - 3), max: bound });

/** Sums around every bound. */
const anySums: fc.Arbitrary<Sums> = fc.record({
  lines: fc.array(
    fc.record({
      rate: fc
        .oneof(fc.integer({ min: 1, max: 300 }), near(MAX_MINOR), near(MAX_MINOR / 2))
        .map((rate) => minor(rate)),
      quantityMicro: fc
        .oneof(fc.constant(1), fc.integer({ min: 1, max: 1_000_000 }))
        .map((count) => count * 1_000_000),
      discount: fc.constantFrom(undefined, minor(0), minor(7), minor(900)),
      discountBps: fc.constantFrom(undefined, null, 1_250, 10_000),
      taxCode: fc.constantFrom(undefined, ...taxCodes),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  pricesIncludeTax: fc.boolean(),
  taxBps: fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 0, max: 10_000 })),
  discount: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 }), near(MAX_MINOR)),
});

const withPlainLines = (sums: Sums): Sums => ({
  ...sums,
  pricesIncludeTax: false,
  lines: sums.lines.map(({ rate, quantityMicro }) => ({ rate, quantityMicro })),
});

/** Runs `check` with many sums and their one fault; every kind of fault comes up. With `plainLines` none has a discount or a tax code. */
export function eachFault(
  check: (sums: Sums, fault: TotalsFault | null) => void,
  { plainLines = false } = {},
): void {
  const met = new Set<string>();
  fc.assert(
    fc.property(plainLines ? anySums.map(withPlainLines) : anySums, (sums) => {
      const fault = totalsFault(sums.lines, sums, minor(sums.discount));
      met.add(fault ? `${fault.field.replace(/\.\d+\./, '.')}: ${fault.message}` : 'none');
      check(sums, fault);
    }),
    { numRuns: 3_000 },
  );
  const missing = faults.filter(
    (fault) => !met.has(fault) && !(plainLines && fault.startsWith('items.discount')),
  );
  if (missing.length > 0) throw new Error(`never met: ${missing.join('; ')}`);
}

const faults = [
  'none',
  'items: That amount is too large',
  'items.rate: That amount is too large',
  'items.discount: The discount is more than the line',
  'discount: The discount is more than the subtotal',
  'discount: The total must be more than zero',
];

const word = fc.stringMatching(/^[a-z]{4,9}$/);
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
const line = fc.record({
  description: words,
  quantity: fc.integer({ min: 2, max: 400 }).map((halves) => halves * 500_000),
  rate: fc.integer({ min: 1, max: 5_000_000 }).map((rate) => minor(rate)),
  discountPercent: fc.constantFrom(null, null, 1_250),
  taxCode: fc.constantFrom(...taxCodes),
});

/** Parts of an invoice, and the language it is read in. */
export type AnyInvoice = {
  facts: InvoiceFacts & { pricesIncludeTax: boolean; schedule: PartProgress[] };
  lines: Required<InvoiceLine>[];
  language: (typeof languageCodes)[number];
};

/** Invoices in each state, with each text, in each language. */
export const anyInvoice: fc.Arbitrary<AnyInvoice> = fc
  .record({
    texts: fc.record(recordOf(invoiceTextNames, () => fc.oneof(words, fc.constant('')))),
    names: fc.record({
      invoiceNumber: word,
      customerName: words,
      customerEmail: fc.oneof(word, fc.constant('')),
    }),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    language: fc.constantFrom(...languageCodes),
    taxRate: fc.integer({ min: 0, max: 10_000 }),
    pricesIncludeTax: fc.boolean(),
    off: fc.constantFrom(0, 0.3),
    paid: fc.constantFrom(0, 0.4, 1),
    deposit: fc.oneof(words, fc.constant(null)),
  })
  .map(({ texts, names, lines, language, taxRate, pricesIncludeTax, off, paid, deposit }) => {
    const sums = (discount: Minor) =>
      totalsOf(
        lines.map(({ quantity, discountPercent, ...each }) => ({
          ...each,
          quantityMicro: quantity,
          discountBps: discountPercent,
        })),
        { taxBps: taxRate, pricesIncludeTax },
        discount,
      );
    const totals = sums(minor(Math.floor(sums(ZERO).subtotal * off)));
    const amountPaid = minor(Math.floor(totals.total * paid));
    const facts: AnyInvoice['facts'] = {
      ...texts,
      ...names,
      currency: 'NGN',
      status: paid === 1 ? 'paid' : 'sent',
      date: '2026-12-05',
      dueDate: '2026-12-12',
      paidAt: paid === 1 ? new Date('2026-12-08T13:05:00Z') : null,
      subtotal: totals.subtotal,
      discount: totals.discount,
      taxRate,
      pricesIncludeTax,
      tax: totals.tax,
      totalAmount: totals.total,
      amountPaid,
      balance: subtract(totals.total, amountPaid),
      schedule: deposit === null ? [] : progressOf(partsFor(deposit, totals.total), amountPaid),
      bankDetails: null,
      revision: 1,
      changedAt: null,
    };
    const priced = lines.map((each, at) => ({
      ...each,
      total: totals.lines[at] ?? ZERO,
      discount: totals.lineDiscounts[at] ?? ZERO,
    }));
    return { facts, lines: priced, language };
  });

const partsFor = (deposit: string, total: Minor) =>
  planParts(
    [
      { label: deposit, percent: 6_000, due: { on: 'acceptance' } },
      { label: 'rest', rest: true, due: { on: 'ask' } },
    ],
    { total, issued: '2026-12-05' },
  );

// The screen words these in full, and a paid PDF leaves out that nothing is due.
const wordedByMedium: readonly LabelKey[] = ['paid', 'balance'];

/** Texts that every renderer shows of a document, without spaces. */
export function shownIn(document: PrintedDocument): string[] {
  const { currency, labels, to, references, terms, notes } = document;
  const figure = (amount: Minor) => formatMoney(minor(Math.abs(amount)), currency);
  const facts = [...references, ...(terms ? [terms] : []), ...(notes ? [notes] : [])];
  const rows = document.totals.filter(({ key }) => key !== 'balance' || !document.status.paid);
  return [
    document.title,
    document.description,
    labels.billedTo,
    to.name,
    ...to.lines,
    ...references.map(({ label }) => label),
    ...facts.map(({ value }) => value),
    labels.item,
    labels.quantity,
    labels.rate,
    ...document.lines.flatMap((each) => [each.description, each.note, figure(each.rate), figure(each.total)]),
    ...document.parts.flatMap((part) => [part.label, part.when, part.note, figure(part.amount)]),
    ...rows.map(({ amount }) => figure(amount)),
    ...rows.filter(({ key }) => !wordedByMedium.includes(key)).map(({ label }) => label),
  ].map(withoutSpaces);
}

/** Text without any space, in composed letters. */
export const withoutSpaces = (text: string): string => text.normalize('NFC').replace(/[\s\u200b]+/gu, '');

/** The text of a page, without spaces. */
export const textOfHtml = (html: string): string =>
  withoutSpaces(html.replace(/<svg.*?<\/svg>|<[^>]*>/gs, ''));
