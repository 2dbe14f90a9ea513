import type { Draft } from '#contract/assistant.ts';
import type { ParsedDraft } from './parse-draft.ts';
import { withTotal } from './totals.ts';

/** No invoice of one thing costs less, in naira, unless somebody says so. */
const LEAST = 1000;

/** "TV console 120" is ₦120 or, as most who say it mean, ₦120,000: both are offered. `before` is the draft as it was when it lacked nothing. */
export function orThousands(parsed: ParsedDraft, message: string, before: Draft | null): ParsedDraft {
  const { draft, asks, other } = parsed;
  const [item, more] = draft.items;
  const [was] = before?.items ?? [];
  const isShort = item && !more && (item.quantity ?? 1) === 1 && item.rate !== null && item.rate < LEAST;
  if (!isShort || asks !== null || other || draft.currency !== 'NGN') return parsed;
  if (was?.rate === item.rate || /[₦$#]|\bn(?:aira|gn)\b|\bn ?\d/i.test(message)) return parsed;
  const meant = withTotal({ ...draft, items: [{ ...item, rate: (item.rate ?? 0) * 1000 }] });
  return { ...parsed, other: meant, asks: 'choice' };
}
