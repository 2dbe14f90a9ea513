import { lineOf } from '#contract/invoice-form.ts';
import type { Minor } from '#core/money.ts';
import { leftOf, linesLeft, type PartedQuote, partedLines } from '#core/quote-parts.ts';
import { type TaxGroup, totalsOf } from '#core/totals.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { inputOf } from '#server/modules/invoices/rules/contents.ts';
import { totalsFor } from '#server/modules/invoices/rules/invoice.ts';
import type { Quote, QuoteContent } from '../table.ts';

/** An invoice of a part of a quote, its total in minor units; a deleted one has no share in the quote. */
export type QuotePart = {
  part: number;
  invoiceId: string;
  invoiceNumber: string;
  total: Minor;
  isDeleted: boolean;
};

/** A quote with the parts that were made of it, in their order. */
export type QuoteShares = PartedQuote & { parts: QuotePart[] };

/** The invoices of the parts of a quote, deleted ones too, and the lines of those that stand. */
export async function partRows(db: Db | Tx, quote: Quote) {
  // Only an accepted one has parts.
  if (quote.state !== 'accepted') return { invoices: [], lines: [] };
  const [invoices, lines] = await Promise.all([invoicesOf(db, quote), linesOf(db, quote)]);
  return { invoices, lines };
}

/** The parts of a quote, and what none of them has yet; nothing is left of one that was invoiced as a whole. */
export function sharesOf(
  quote: Quote,
  content: QuoteContent,
  { invoices, lines }: Awaited<ReturnType<typeof partRows>>,
): QuoteShares {
  const input = inputOf(content, quote.customer_id, '');
  const totals = totalsFor(input);
  const items = input.items.map(lineOf);
  const whole = items.map(({ quantityMicro }, item) => ({ item, quantity: quantityMicro }));
  const standing = invoices.filter(({ deleted_at }) => deleted_at === null);
  const taken = standing.flatMap(({ id }) =>
    groupsOf(
      lines.filter((line) => line.invoice_id === id),
      content,
    ),
  );
  const isWhole = quote.invoice_id !== null;
  const left = linesLeft(
    whole.map(({ quantity }) => quantity),
    isWhole ? whole : standing.flatMap(({ quote_lines }) => quote_lines ?? []),
  );
  return {
    total: content.total_minor,
    left: leftOf(totals.groups, isWhole ? totals.groups : taken),
    lines: partedLines(items, totals, content.prices_include_tax, left),
    invoicedBy: kindOf(standing),
    isParted: invoices.length > 0,
    pricesIncludeTax: content.prices_include_tax,
    parts: invoices.map((row) => ({
      part: row.quote_part ?? 0,
      invoiceId: row.id,
      invoiceNumber: row.number,
      total: row.total_minor,
      isDeleted: row.deleted_at !== null,
    })),
  };
}

const kindOf = ([one]: PartInvoice[]): PartedQuote['invoicedBy'] =>
  one === undefined ? null : one.quote_lines === null ? 'share' : 'lines';

const invoicesOf = (db: Db | Tx, { business_id, id }: Quote) =>
  db
    .selectFrom('invoices')
    .select(['id', 'number', 'quote_part', 'quote_lines', 'total_minor', 'deleted_at'])
    .where('business_id', '=', business_id)
    .where('quote_id', '=', id)
    .orderBy('quote_part')
    .execute();

const linesOf = (db: Db | Tx, { business_id, id }: Quote) =>
  db
    .selectFrom('invoice_items as l')
    .innerJoin('invoices as i', (on) =>
      on.onRef('i.business_id', '=', 'l.business_id').onRef('i.id', '=', 'l.invoice_id'),
    )
    .select(['l.invoice_id', 'l.tax_code', 'l.total_minor'])
    .where('l.business_id', '=', business_id)
    .where('i.business_id', '=', business_id)
    .where('i.quote_id', '=', id)
    .where('i.deleted_at', 'is', null)
    .execute();

type PartInvoice = Awaited<ReturnType<typeof invoicesOf>>[number];
type PartLine = Awaited<ReturnType<typeof linesOf>>[number];

const groupsOf = (lines: PartLine[], { tax_bps, prices_include_tax }: QuoteContent): TaxGroup[] =>
  totalsOf(
    lines.map((line) => ({ quantityMicro: 1_000_000, rate: line.total_minor, taxCode: line.tax_code })),
    { taxBps: tax_bps, pricesIncludeTax: prices_include_tax },
  ).groups;
