import type { Scope } from '#server/kernel/scope.ts';
import { loadBusinessContext } from './business-context.ts';
import { interpretMessage, type StoredQuestion } from './interpret-message.ts';
import { asOnce } from './language/plans/plans.ts';
import type { Understanding } from './language/types.ts';
import { EMPTY_MEMORY, type StoredMemory } from './memory.ts';
import { planReadDraft } from './owners-words.ts';
import { outcomeOf, type Plan } from './plan.ts';
import { nothingInDocument } from './replies/questions.ts';

const PROMPT_PREFIX = 'Make an invoice from this:\n';

/** Text of a document as a question. */
export const documentPrompt = (document: string): string => `${PROMPT_PREFIX}${document}`;

// Its card is looked over anyway, with the other reading beside it.
const unasked = (read: Understanding): Understanding =>
  read.asks === 'choice'
    ? {
        ...read,
        asks: null,
        memory: { ...read.memory, pending: read.memory.pending && { ...read.memory.pending, asks: null } },
      }
    : read;

/**
 * Drafts an invoice from a text by a third party, for review. Everything else in it is ignored: no
 * conversation memory, no confirmation, no second step and no other task.
 */
export async function draftFromDocument(
  scope: Scope,
  storedQuestion: StoredQuestion,
  previousMemory: StoredMemory,
  signal: AbortSignal,
): Promise<Plan> {
  const business = await loadBusinessContext(scope, storedQuestion.currency, storedQuestion.text);
  const { preamble: _, ...all } = await interpretMessage(
    scope,
    storedQuestion,
    EMPTY_MEMORY,
    business,
    signal,
  );
  // The text of another starts nothing that goes on by itself.
  const understood = unasked(asOnce(all));
  const { pending } = understood.memory;
  const isolated = {
    ...understood,
    filters: null,
    memory: { last: previousMemory.last, pending: pending && { ...pending, filters: null } },
  };
  const draft = understood.intent === 'create_invoice' ? understood.draft : null;
  if (draft && draft.items.length > 0) return planReadDraft(scope, storedQuestion.currency, isolated);
  const empty = { ...isolated, intent: 'create_invoice' as const, draft, customer: null, does: null };
  return {
    text: nothingInDocument,
    outcome: outcomeOf({ ...empty, asks: 'items' }),
    // The owner's open proposal stays open.
    memory: previousMemory,
    effect: { kind: 'none' },
  };
}
