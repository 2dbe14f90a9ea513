import type { Draft, Outcome } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import { useConfirm } from '../proposal/use-confirm.ts';
import { cardTexts } from '../texts.ts';
import type { Conversation } from '../thread/conversation.ts';
import type { Message, Source } from '../thread/messages.ts';
import type { CardValues } from './rules.ts';
import { useCardValues } from './use-card-values.ts';
import { usePlainCreation } from './use-direct-creation.ts';

type CardOf = {
  message: Message;
  outcome: Outcome;
  draft: Draft;
  source: Source | null;
  isOver: boolean;
  own: Currency;
  conversation: Conversation;
};

/** A proposed invoice under correction, and its creation. */
export function useCard({ message, outcome, draft, source, isOver, own, conversation }: CardOf) {
  const proposal = useConfirm(message, conversation, isOver);
  const plain = usePlainCreation(message.id ?? message.key);
  const hasProposal = outcome.proposalId !== null;
  const way = hasProposal ? proposal : plain;
  // Without an address the assistant creates it: it gets the customer's name, and proposes the card as it
  // stands.
  const asksWhose = !hasProposal && outcome.asks === 'customerName';
  const goesOnWith = ({ email }: CardValues) => asksWhose && email.trim() === '';
  const fields = useCardValues({
    outcome,
    draft,
    extraction: source?.extraction ?? null,
    own,
    carried: message.carried,
    needsEmail: (values) => !hasProposal && !goesOnWith(values),
  });
  const { values, currency } = fields;
  const goesOn = goesOnWith(values);

  const change = (next: Partial<CardValues>) => {
    way.setFailure(null);
    fields.change(next);
  };
  const create = async (): Promise<boolean> => {
    if (!fields.isComplete()) {
      way.setFailure(cardTexts.incomplete);
      return false;
    }
    if (goesOn) {
      conversation.send(values.name.trim(), null, values);
      return true;
    }
    const refusal = hasProposal
      ? await proposal.confirm(fields.isChanged() ? fields.written() : undefined)
      : await plain.create(values, currency);
    fields.refuse(refusal);
    return refusal === null;
  };
  return {
    values,
    currency,
    change,
    create,
    errors: fields.errors,
    doubts: fields.doubts,
    pending: way.pending,
    failure: way.failure,
    made: plain.made,
    goesOn,
    tooLate: hasProposal ? proposal.tooLate : null,
    again: () => conversation.askAgain(message.key, fields.isChanged() ? values : undefined),
  };
}

export type Card = ReturnType<typeof useCard>;
