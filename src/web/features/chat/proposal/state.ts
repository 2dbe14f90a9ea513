import { type Action, actions } from '#contract/assistant.ts';
import type { Message } from '../thread/messages.ts';

/** How long a proposal can be confirmed. */
export const PROPOSAL_TTL_MS = 10 * 60_000;

/** The status of a proposal as far as the conversation shows; `over` was confirmed after it had expired. */
export type ProposalStatus = 'open' | 'done' | 'replaced' | 'withdrawn' | 'over';
/** `by` is the reply that decided it. */
type Decision = { status: ProposalStatus; reply: Message | null };

const OPEN: Decision = { status: 'open', reply: null };

/** The action a reply proposes; null where it proposes none. */
export function proposedAction({ role, state, outcome }: Message): Action | null {
  if (role !== 'assistant' || state !== 'done' || !outcome?.proposalId) return null;
  if (outcome.intent === 'edit_draft') return outcome.customer ? 'add_customer' : 'create_invoice';
  // The follow-up action requested in the same message.
  if (outcome.does) return outcome.filters?.then ?? null;
  return actions.find((action) => action === outcome.intent) ?? null;
}

/** Finds the status of a proposal from the messages after it: a conversation never has more than one open. */
export function decisionOn(messages: readonly Message[], at: number): Decision {
  const outcome = messages[at]?.outcome;
  if (!outcome?.proposalId && !outcome?.draft) return OPEN;
  const proposalId = outcome.proposalId;
  for (const message of messages.slice(at + 1)) {
    const status =
      message.role === 'assistant' && message.state === 'done' && statusFrom(message, proposalId);
    if (status) return { status, reply: message };
  }
  return OPEN;
}

function statusFrom({ outcome }: Message, proposalId: string | null): ProposalStatus | null {
  if (!outcome) return null;
  if (outcome.intent === 'confirm') return outcome.does ? 'done' : 'over';
  if (outcome.intent === 'cancel') return 'withdrawn';
  // Any other task replaces it, also one that still lacks data.
  const isTask = outcome.intent === 'edit_draft' || actions.some((action) => action === outcome.intent);
  return isTask || (outcome.proposalId !== null && outcome.proposalId !== proposalId) ? 'replaced' : null;
}
