import type { Extraction } from '#contract/assistant.ts';
import { type Currency, formatMoney, majorToMinor } from '#core/money.ts';
import { escapeMarkdown } from './escape.ts';
import { dayText, list, paragraphs } from './format.ts';

/** Asked where a paper may be something else; the card shows what was read. */
export const IS_IT_AN_INVOICE =
  'Is this an invoice or a receipt? I am not sure. The draft holds what I could read.';

/** Which of the invoices of a file a draft is of. */
export const oneOfSeveral = (place: number, count: number): string =>
  `**Invoice ${place} of ${count}** in this file. Each is a draft by itself: create it or leave it.`;

/** The invoices of a file that still wait once one of them is decided; null where none does. */
export const othersWait = (count: number): string | null =>
  count === 0
    ? null
    : `${count === 1 ? 'One more invoice of that file waits' : `${count} more invoices of that file wait`}. A “yes” creates the last one shown.`;

/** A paper without anything to bill, and the words that stand on it. */
export const nothingToBill = (reason: string, words: string): string =>
  words === '' ? reason : `${reason} I read: “${escapeMarkdown(words)}”.`;

/** A part that is paid by the paper, which no invoice is made with; null where there is none. */
export function paidOnPaper({ amountPaid, total }: Extraction, currency: Currency): string | null {
  if (!amountPaid || !total || amountPaid >= total) return null;
  const sum = formatMoney(majorToMinor(amountPaid), currency);
  return `The paper says that **${sum}** of it is paid. That is not recorded with it: once the invoice is made, tell me who paid and how.`;
}

/** Facts of a read document beside the draft, and its warnings. */
export function extractionSummary({ vendorName, invoiceNumber, date, warnings }: Extraction): string {
  const facts = [
    vendorName && `from ${escapeMarkdown(vendorName)}`,
    invoiceNumber && `number ${escapeMarkdown(invoiceNumber)}`,
    date && `of ${dayText(date)}`,
  ].filter(Boolean);
  return paragraphs(
    `I have read this${facts.length > 0 ? ` (${facts.join(', ')})` : ''}. Please check every field before you create it.`,
    warnings.length > 0 && list(...warnings.map(escapeMarkdown)),
  );
}
