import { keysOf } from '../records.ts';

/** Texts of an invoice on one line, with their longest length in characters. Lists and searches have them too. */
export const lineTexts = { title: 120, poNumber: 60 } as const;

/** Texts of an invoice that may have several lines, with their longest length in characters. */
export const paragraphTexts = { description: 1000, paymentTerms: 300, notes: 1000 } as const;

type LineText = keyof typeof lineTexts;

/** Optional text of an invoice. The contract, the table, the form and the document derive their fields from these. */
export type InvoiceText = LineText | keyof typeof paragraphTexts;

export const lineTextNames = keysOf(lineTexts);
export const paragraphNames = keysOf(paragraphTexts);
export const invoiceTextNames: readonly InvoiceText[] = [...lineTextNames, ...paragraphNames];
