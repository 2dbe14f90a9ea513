import type { Extraction } from '#contract/assistant.ts';
import type { ReadPage } from '#server/kernel/ports/index.ts';
import { type ReadingContext, readInvoicePages } from './extract.ts';
import type { FieldModel } from './fields/finder.ts';
import { foldConfusables } from './text/normalize.ts';

/** An invoice as read, and whether it is surely one. */
export type PagesRead = { recognised: boolean; extraction: Extraction };

/** The invoices of a file, in order; none where nothing on its pages could be billed. */
export const readInvoices = (pages: readonly ReadPage[], context: ReadingContext): PagesRead[] =>
  invoicesOf(pages, context).filter(
    ({ recognised, extraction }) => recognised || extraction.total !== null || extraction.items.length > 0,
  );

/**
 * The invoices of a file, in order: a page begins another where it has a number of its own, and a total or else lines, a day
 * and a customer. Where a number cannot be read, all the rest has to be there and another's.
 */
export function invoicesOf(
  pages: readonly ReadPage[],
  context: ReadingContext,
  model?: FieldModel | null,
): PagesRead[] {
  const read = (some: readonly ReadPage[]) => readInvoicePages(some, context, model);
  const groups: { pages: ReadPage[]; alone: PagesRead }[] = [];
  for (const page of pages) {
    const alone = read([page]);
    const last = groups.at(-1);
    if (!last || (isWhole(last.alone) && isWhole(alone) && isOther(last.alone, alone)))
      groups.push({ pages: [page], alone });
    else last.pages.push(page);
  }
  return groups.map((group) => (group.pages.length > 1 ? read(group.pages) : group.alone));
}

function isWhole({ recognised, extraction }: PagesRead): boolean {
  const { invoiceNumber, total, date, customerName, items } = extraction;
  const isBegun = date !== null && customerName !== null && items.length > 0;
  return recognised && (invoiceNumber === null ? isBegun && total !== null : isBegun || total !== null);
}

function isOther({ extraction: one }: PagesRead, { extraction: other }: PagesRead): boolean {
  const [a, b] = [one.invoiceNumber, other.invoiceNumber];
  if (a !== null && b !== null) return foldConfusables(a) !== foldConfusables(b);
  return one.date !== other.date && one.total !== other.total;
}
