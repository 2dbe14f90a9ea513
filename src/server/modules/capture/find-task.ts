import type { Extraction } from '#contract/assistant.ts';
import type { ReadDocument, ReadPage } from '#server/kernel/ports/index.ts';
import type { ReadingContext } from './extract.ts';
import { type PagesRead, readInvoices } from './invoices.ts';

/** `words` are the first of a paper on which nothing was found, for its sender to see what was made of it. */
export type Found = { invoices: PagesRead[]; words: string };

/** Finds the invoices of a document, in the process that read its words: neither rules nor weights belong to the service's. */
export function run({ pages, pagesLeftOut, known }: ReadDocument & { known: ReadingContext }): Found {
  const [first, ...others] = readInvoices(pages, known);
  if (!first) return { invoices: [], words: firstWords(pages) };
  const told = { ...first, extraction: withPagesLeftOut(first.extraction, pagesLeftOut) };
  return { invoices: [told, ...others], words: '' };
}

function withPagesLeftOut(extraction: Extraction, count: number): Extraction {
  if (count === 0) return extraction;
  const pages = count === 1 ? 'The last page was' : `The last ${count} pages were`;
  return { ...extraction, warnings: [...extraction.warnings, `${pages} not read.`] };
}

const MAX_SHOWN = 80;

function firstWords(pages: readonly ReadPage[]): string {
  const lines = pages[0]?.readings[0]?.lines ?? [];
  const text = lines.slice(0, 20).map(({ words }) => words.map((word) => word.text).join(' '));
  const all = text.join(' ').slice(0, 4 * MAX_SHOWN);
  return all.length <= MAX_SHOWN ? all : `${all.slice(0, all.lastIndexOf(' ', MAX_SHOWN))} …`;
}
