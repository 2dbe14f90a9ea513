import { matchLines } from '#core/bank-statement/matching/match.ts';
import type { IncomingLine, OpenInvoice, Suggestion } from '#core/bank-statement/matching/model.ts';

/** Task: invoices for the lines of a statement; the largest takes most of a second. */
export const run = (books: { lines: IncomingLine[]; invoices: OpenInvoice[] }): Map<string, Suggestion[]> =>
  matchLines(books.lines, books.invoices);
