import type { Scope } from '#server/kernel/scope.ts';
import { planDraft } from './acts/draft.ts';
import type { Begun } from './flows.ts';
import { NOTHING, type StoredMemory } from './memory.ts';
import { outcomeOf, type Plan } from './plan.ts';
import { nothingQuoted } from './replies/asking.ts';
import { surroundingsOf } from './surroundings.ts';
import { understanding } from './understanding.ts';

const LEAD = 'Make an invoice from this:\n';

/** Text of a document as a question. */
export const quoting = (document: string): string => `${LEAD}${document}`;

/**
 * Drafts an invoice from a text by a third party, for review. Everything else in it is ignored: no
 * conversation memory, no confirmation, no second step and no other task.
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
    // The owner's open proposal stays open.
    memory: before,
    effect: { kind: 'none' },
  };
}
