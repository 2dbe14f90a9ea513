import { type ReadDraft, readDraft } from './draft.ts';
import { editDraft } from './edits.ts';
import type { Surroundings } from './understanding.ts';
import { wordsOf } from './words.ts';

/** A Friday, naira, no VAT by default and no customer known. */
export const FRIDAY: Surroundings = { today: '2026-11-20', currency: 'NGN', taxRate: 0, knownNames: [] };

/** A parsed draft in one line: `Ada | 3 × mops @ 2500 | tax 7.5 | off 10% | due 2026-11-27 | ASK rate`. */
export function shown(read: ReadDraft | null): string {
  if (!read) return 'NOT ABOUT IT';
  const { draft, asks, asides, channels } = read;
  const { customerName, customerEmail, customerPhone, currency, items, taxRate, discount, dueDate } = draft;
  return [
    customerName,
    customerEmail,
    customerPhone,
    currency === 'NGN' ? null : (currency ?? 'WHICH CURRENCY'),
    items.map(({ description, quantity, rate }) => `${quantity} × ${description} @ ${rate}`).join('; '),
    taxRate ? `tax ${taxRate}` : null,
    discount ? `off ${discount.value}${discount.type === 'percent' ? '%' : ''}` : null,
    dueDate ? `due ${dueDate}` : null,
    asks ? `ASK ${asks}` : null,
    read.then ? ['then', read.then, ...channels].join(' ') : null,
    ...asides.map(({ kind, said }) => `${kind}: ${said}`),
  ]
    .filter(Boolean)
    .join(' | ');
}

/** A new invoice as read from a sentence. */
export const reads = (said: string): string => shown(readDraft(wordsOf(said), FRIDAY));

/** The invoice begun by the first sentence, after the edits of the following ones. */
export function readsAfter(...said: string[]): string {
  const [first = '', ...more] = said;
  let read: ReadDraft | null = readDraft(wordsOf(first), FRIDAY);
  for (const sentence of more) {
    const pending = { action: 'create_invoice' as const, filters: null, customer: null };
    read = read && editDraft(wordsOf(sentence), { ...pending, draft: read.draft, asks: read.asks }, FRIDAY);
  }
  return shown(read);
}
