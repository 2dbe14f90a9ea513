import type { Filters, Outcome } from '#contract/assistant.ts';
import type { Memory, Understanding } from './language/types.ts';
import { partsOf } from './outcome-parts.ts';
import type { StoredMemory } from './memory.ts';
import type { Proposed } from './proposals.ts';
import type { Reply } from './replies/reply.ts';

/** Effect of an answer on proposals: `drop` withdraws the open one, `confirm` executes it. */
export type Effect =
  | { kind: 'none' }
  | { kind: 'drop' }
  | { kind: 'propose'; proposed: Proposed }
  /** Told with the yes: `filters` the second step, `kept` what comes after it. */
  | { kind: 'confirm'; proposalId: string | null; filters: Filters | null; kept: Memory['kept'] };

/** A planned answer, not stored yet and without effects so far. */
export type Plan = Reply & { outcome: Outcome; memory: StoredMemory; effect: Effect };

/** The understanding as machine-readable outcome; a proposal gets its id when it is stored. */
export const outcomeOf = (u: Understanding, overrides: Partial<Outcome> = {}): Outcome => ({
  intent: u.intent,
  draft: u.draft,
  // Whom and which invoice it is about stands in the part.
  filters: u.payment || u.told ? null : u.filters,
  customer: u.customer,
  plan: u.plan,
  ...partsOf(u),
  asks: u.asks,
  does: u.does,
  refused: null,
  proposalId: null,
  ...overrides,
});
