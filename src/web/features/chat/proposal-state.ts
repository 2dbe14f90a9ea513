import { type Action, actions } from '#contract/assistant.ts';
import type { Message } from './messages.ts';

/** How long a proposal can be confirmed. */
export const PROPOSAL_LASTS_MS = 10 * 60_000;

/** What became of a proposal, as far as the conversation tells. */
export type Standing = 'open' | 'done' | 'replaced' | 'withdrawn';
/** `by` is the reply that decided it. */
export type Decision = { standing: Standing; by: Message | null };

const OPEN: Decision = { standing: 'open', by: null };

/** What a reply proposes to do; null where it waits for nothing. */
export function proposedBy({ role, state, outcome }: Message): Action | null {
  if (role !== 'assistant' || state !== 'done' || !outcome?.proposalId) return null;
  if (outcome.intent === 'edit_draft') return outcome.customer ? 'add_customer' : 'create_invoice';
  // The step after the one just done, asked for in the same breath.
  if (outcome.does) return outcome.filters?.then ?? null;
  return actions.find((action) => action === outcome.intent) ?? null;
}

/** Reads from the messages after a proposal what became of it: a conversation never has more than one open. */
export function decisionOn(messages: readonly Message[], at: number): Decision {
  const outcome = messages[at]?.outcome;
  if (!outcome?.proposalId && !outcome?.draft) return OPEN;
  const own = outcome.proposalId;
  for (const message of messages.slice(at + 1)) {
    const standing = message.role === 'assistant' && message.state === 'done' && standingBy(message, own);
    if (standing) return { standing, by: message };
  }
  return OPEN;
}

function standingBy({ outcome }: Message, own: string | null): Standing | null {
  if (!outcome) return null;
  if (outcome.does) return 'done';
  if (outcome.intent === 'cancel') return 'withdrawn';
  if (outcome.proposalId && outcome.proposalId !== own) return 'replaced';
  // A draft that lost something it needs waits for an answer, and the one before it is gone.
  const isDraft = outcome.intent === 'edit_draft' || outcome.intent === 'create_invoice';
  return isDraft && outcome.draft ? 'replaced' : null;
}
