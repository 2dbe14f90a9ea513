import type { Draft } from '#contract/assistant.ts';
import { type ParsedDraft, parseDraft } from './drafts/parse-draft.ts';
import { editDraft } from './edits/edit-draft.ts';
import { tokenize } from './tokens/tokenize.ts';
import type { BusinessContext } from './types.ts';

/** A Friday, naira, no VAT by default and no customer known. */
export const FRIDAY: BusinessContext = { today: '2026-11-20', currency: 'NGN', taxRate: 0, knownNames: [] };

/** A parsed draft in one line: `Ada | 3 × mops @ 2500 | tax 7.5 | off 10% | due 2026-11-27 | ASK rate`. */
export function summary(parsed: ParsedDraft | null): string {
  if (!parsed) return 'NOT ABOUT IT';
  const { draft, asks, asides, channels } = parsed;
  const { customerName, customerEmail, customerPhone, currency, items, taxRate, discount, dueDate } = draft;
  const { earlyPayment: early } = draft;
  return [
    customerName,
    customerEmail,
    customerPhone,
    currency === 'NGN' ? null : (currency ?? 'WHICH CURRENCY'),
    items
      .map((item) => `${item.quantity} × ${item.description} @ ${item.rate}${offOf(item.discount)}`)
      .join('; '),
    taxRate ? `tax ${taxRate}${draft.pricesIncludeTax ? ' held' : ''}` : null,
    discount ? offOf(discount).trim() : null,
    early ? `early ${early.percent}% until ${early.until}` : null,
    dueDate ? `due ${dueDate}` : null,
    asks ? `ASK ${asks}` : null,
    parsed.then ? ['then', parsed.then, ...channels].join(' ') : null,
    ...asides.map(({ kind, text }) => `${kind}: ${text}`),
  ]
    .filter(Boolean)
    .join(' | ');
}

/** A new invoice as read from a sentence. */
export const parsedSummary = (sentence: string): string => summary(parseDraft(tokenize(sentence), FRIDAY));

/** The invoice begun by the first sentence, after the edits of the following ones. */
export function editedSummary(...sentences: string[]): string {
  const [first = '', ...more] = sentences;
  let parsed: ParsedDraft | null = parseDraft(tokenize(first), FRIDAY);
  for (const sentence of more) {
    const pending = { action: 'create_invoice' as const, filters: null, customer: null };
    parsed =
      parsed && editDraft(tokenize(sentence), { ...pending, draft: parsed.draft, asks: parsed.asks }, FRIDAY);
  }
  return summary(parsed);
}

function offOf(discount: Draft['discount'] | undefined): string {
  return discount ? ` off ${discount.value}${discount.type === 'percent' ? '%' : ''}` : '';
}
