import type { Extraction } from '#contract/assistant.ts';
import { joinWithAnd } from '#core/english.ts';
import type { ReadPage } from '#server/kernel/ports/index.ts';
import { type ReadingContext, readInvoicePages } from './extract.ts';
import { foldConfusables } from './text/normalize.ts';
import { formatAmount } from './warnings.ts';

/** A document as read: the first of its invoices, and whether it is surely one. */
export type PagesRead = { recognised: boolean; extraction: Extraction };

/**
 * Reads the pages of a file. Where they are several invoices the first is read, and a warning names the others. Null
 * where nothing on them could be billed.
 */
export function readInvoices(pages: readonly ReadPage[], context: ReadingContext): PagesRead | null {
  const [first, ...others] = invoicesOf(pages, context);
  const { extraction } = first ?? {};
  if (!first || !extraction) return null;
  if (!first.recognised && extraction.total === null && extraction.items.length === 0) return null;
  const told = others.length > 0 ? [othersLeftOut(others.map((other) => other.extraction))] : [];
  return { ...first, extraction: { ...extraction, warnings: [...told, ...extraction.warnings] } };
}

/** The invoices of a file, in order: a page begins another where it has a number and a total of its own. */
export function invoicesOf(pages: readonly ReadPage[], context: ReadingContext): PagesRead[] {
  const read = (some: readonly ReadPage[]) => readInvoicePages(some, context);
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

const isWhole = ({ recognised, extraction: { total, invoiceNumber } }: PagesRead) =>
  recognised && total !== null && invoiceNumber !== null;
const isOther = (one: PagesRead, other: PagesRead) =>
  foldConfusables(one.extraction.invoiceNumber ?? '') !==
  foldConfusables(other.extraction.invoiceNumber ?? '');

function othersLeftOut(others: readonly Extraction[]): string {
  const names = others.map(
    ({ invoiceNumber, total, currency }) =>
      `number ${invoiceNumber}${total === null ? '' : ` over ${formatAmount(total, currency)}`}`,
  );
  return `This file holds more than one invoice. Only the first is in this draft; send ${joinWithAnd(names)} by ${names.length === 1 ? 'itself' : 'themselves'}.`;
}
