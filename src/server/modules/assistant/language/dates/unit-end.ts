import { matchesAt } from '../amounts/counts.ts';
import type { Word } from '../tokens/tokenize.ts';

/** "the month ends", "this week runs out": the place after these words. */
export function unitEndAt(words: readonly Word[], at: number): number | null {
  const unit = /^(?:the|this|dis)$/.test(words[at]?.word ?? '') ? at + 1 : at;
  if (!/^(?:month|week|year)$/.test(words[unit]?.word ?? '')) return null;
  const over =
    matchesAt(words, unit + 1, 'don') || matchesAt(words, unit + 1, 'is') || matchesAt(words, unit + 1, 'go')
      ? unit + 2
      : unit + 1;
  if (!/^(?:ends?|ended|closes?|finish|finishes|runs?|over|out|expires?)$/.test(words[over]?.word ?? ''))
    return null;
  return matchesAt(words, over + 1, 'out') || matchesAt(words, over + 1, 'over') ? over + 2 : over + 1;
}
