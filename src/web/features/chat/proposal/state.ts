import { type Action, actions } from '#contract/assistant.ts';
import type { Message, Source } from '../thread/messages.ts';

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
  if (outcome.proposes) return outcome.proposes;
  if (outcome.intent === 'edit_draft') return outcome.customer ? 'add_customer' : 'create_invoice';
  // The follow-up action requested in the same message.
  if (outcome.does) return outcome.filters?.then ?? null;
  return actions.find((action) => action === outcome.intent) ?? null;
}

/** The card a reply stands with: an invoice to check, or what is done by one press; null for none. */
export function cardOf(message: Message, source: Source | null): 'invoice' | 'confirm' | null {
  const { outcome, state } = message;
  if (state !== 'done' || !outcome) return null;
  const isInvoice =
    outcome.intent === 'create_invoice' ||
    (outcome.intent === 'edit_draft' && !outcome.draft?.quote && !outcome.plan);
  // An extraction is corrected on its card, also where too little was found to propose it.
  const hasCard =
    isInvoice && outcome.draft !== null && (proposedAction(message) !== null || source !== null);
  if (hasCard) return 'invoice';
  return outcome.proposalId ? 'confirm' : null;
}

/** The words of a reply's bubble: with a card, only those the card does not say. */
export function wordsOf({ text, beside, state }: Message, withCard: boolean): string {
  // The card comes with the end of the reply.
  return withCard || state !== 'done' ? (beside ?? text) : text;
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
