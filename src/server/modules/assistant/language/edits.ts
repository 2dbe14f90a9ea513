import type { ReadDraft } from './draft.ts';
import type { Pending, Surroundings } from './understanding.ts';
import type { Word } from './words.ts';

/**
 * Changes an invoice that is under way, or takes the answer to its one question: "make it 4 bags, add VAT and due Friday".
 * Null where the message is not about it.
 */
export function editDraft(words: readonly Word[], pending: Pending, surroundings: Surroundings): ReadDraft | null {
  void [words, pending, surroundings];
  return null;
}
