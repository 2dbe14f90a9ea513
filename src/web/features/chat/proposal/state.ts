import { type Action, actions } from '#contract/assistant.ts';
import type { Message, Source } from '../thread/messages.ts';

/** How long a proposal can be confirmed. */
export const PROPOSAL_TTL_MS = 10 * 60_000;

/**
 * The status of a proposal as far as the conversation shows: `replaced` by a correction of it, `left` for another task, `over`
 * confirmed after it had expired.
 */
export type ProposalStatus = 'open' | 'done' | 'replaced' | 'left' | 'withdrawn' | 'over';
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

/** The card a reply stands with: an invoice to check, readings to choose from, or what is done by one press; null for none. */
export function cardOf(message: Message, source: Source | null): 'invoice' | 'choices' | 'confirm' | null {
  const { outcome, state } = message;
  if (state !== 'done' || !outcome) return null;
  if (outcome.asks === 'choice') return 'choices';
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

/** Finds the status of a proposal from the messages after it: only the invoices of one file are open together. */
export function decisionOn(messages: readonly Message[], at: number): Decision {
  const shown = messages[at];
  if (!shown?.outcome?.proposalId && !shown?.outcome?.draft) return OPEN;
  let last = shown;
  for (const message of messages.slice(at + 1)) {
    if (message.role !== 'assistant' || message.state !== 'done') continue;
    const status = statusFrom(message, shown, last);
    if (status) return { status, reply: message };
    if (message.outcome?.draft) last = message;
  }
  return OPEN;
}

const isOfOneFile = (one: Message, other: Message) =>
  one.picture !== null && one.picture.path === other.picture?.path;

/** `last` is the draft shown before the message, which a correction is of. */
function statusFrom(message: Message, shown: Message, last: Message): ProposalStatus | null {
  const { outcome } = message;
  const proposalId = shown.outcome?.proposalId ?? null;
  if (!outcome || (outcome.decides && outcome.decides !== proposalId)) return null;
  if (isOfOneFile(message, shown)) return outcome.proposalId === proposalId ? 'replaced' : null;
  if (outcome.intent === 'edit_draft' && last !== shown && isOfOneFile(last, shown)) return null;
  if (outcome.intent === 'confirm') return outcome.does ? 'done' : 'over';
  if (outcome.intent === 'cancel') return 'withdrawn';
  if (outcome.intent === 'edit_draft') return 'replaced';
  // Any other task ends it, also one that still lacks data.
  const isTask = actions.some((action) => action === outcome.intent);
  return isTask || (outcome.proposalId !== null && outcome.proposalId !== proposalId) ? 'left' : null;
}
