import type { Extraction } from '#contract/assistant.ts';
import { escapeMarkdown } from './escape.ts';
import { dayText, list, paragraphs } from './format.ts';

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
