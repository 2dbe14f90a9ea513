import type { Extraction } from '#contract/assistant.ts';
import { escapeMarkdown } from './escape.ts';
import { dayText, list, paragraphs } from './format.ts';

/** Asked where a paper may be something else; the card shows what was read. */
export const IS_IT_AN_INVOICE =
  'Is this an invoice or a receipt? I am not sure. The draft holds what I could read.';

/** A paper without anything to bill, and the words that stand on it. */
export const nothingToBill = (reason: string, words: string): string =>
  words === '' ? reason : `${reason} I read: “${escapeMarkdown(words)}”.`;

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
