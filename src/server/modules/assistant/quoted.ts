import type { Scope } from '#server/kernel/scope.ts';
import { planDraft } from './acts/draft.ts';
import type { Begun } from './flows.ts';
import { NOTHING, type StoredMemory } from './memory.ts';
import { outcomeOf, type Plan } from './plan.ts';
import { nothingQuoted } from './replies/asking.ts';
import { surroundingsOf } from './surroundings.ts';
import { understanding } from './understanding.ts';

const LEAD = 'Make an invoice from this:\n';

/** A page's words as a question. */
export const quoting = (document: string): string => `${LEAD}${document}`;

/**
 * Reads an invoice from words that somebody else wrote, and puts it forward to be looked over. Whatever else they say is
 * not heard: not what was talked about before, no yes, no second step, and no other task.
 */
export async function readQuoted(
  scope: Scope,
  begun: Begun,
  before: StoredMemory,
  signal: AbortSignal,
): Promise<Plan> {
  const surroundings = await surroundingsOf(scope, begun.currency, begun.text);
  const { words: _, ...said } = await understanding(scope, begun, NOTHING, surroundings, signal);
  const { pending } = said.memory;
  const alone = {
    ...said,
    filters: null,
    memory: { last: before.last, pending: pending && { ...pending, filters: null } },
  };
  const draft = said.intent === 'create_invoice' ? said.draft : null;
  if (draft && draft.items.length > 0) return planDraft(scope, begun.currency, alone, undefined);
  const nothing = { ...alone, intent: 'create_invoice' as const, draft, customer: null, does: null };
  return {
    text: nothingQuoted,
    outcome: outcomeOf({ ...nothing, asks: 'items' }),
    // What the owner had open before is still theirs to press.
    memory: before,
    effect: { kind: 'none' },
  };
}
