import type { Outcome } from '#contract/assistant.ts';
import type { Understanding } from './language/understanding.ts';
import type { StoredMemory } from './memory.ts';
import type { Proposed } from './proposals.ts';

/** What becomes of proposals with an answer: `drop` takes back what is open, `confirm` carries it out. */
export type Effect =
  | { kind: 'none' }
  | { kind: 'drop' }
  | { kind: 'propose'; proposed: Proposed }
  | { kind: 'confirm'; proposalId: string | null };

/** An answer worked out and not yet kept; nothing has happened. */
export type Plan = { text: string; outcome: Outcome; memory: StoredMemory; effect: Effect };

/** In a program's words what was understood; what is proposed gets its id when it is kept. */
export const outcomeOf = (
  { intent, draft, filters, customer, asks, does }: Understanding,
  more: Partial<Outcome> = {},
): Outcome => ({
  intent,
  draft,
  filters,
  customer,
  asks,
  does,
  refused: null,
  proposalId: null,
  ...more,
});
