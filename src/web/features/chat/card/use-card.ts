import { useEffect, useState } from 'react';
import type { Draft, Outcome } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import { useConfirm } from '../proposal/use-confirm.ts';
import { cardTexts } from './texts.ts';
import type { Conversation } from '../thread/conversation.ts';
import type { Message, Source } from '../thread/messages.ts';
import { keepCard, keptCard } from './kept.ts';
import { type CardValues, toValues } from './rules.ts';
import { useCardValues } from './use-card-values.ts';
import { useDirectCreation } from './use-direct-creation.ts';

type CardInput = {
  message: Message;
  outcome: Outcome;
  draft: Draft;
  source: Source | null;
  isOver: boolean;
  isTyped: boolean;
  ownCurrency: Currency;
  conversation: Conversation;
};

/** A proposed invoice under correction, and its creation. */
export function useCard({
  message,
  outcome,
  draft,
  source,
  isOver,
  isTyped,
  ownCurrency,
  conversation,
}: CardInput) {
  const proposal = useConfirm(message, conversation, isOver);
  const direct = useDirectCreation(message.id ?? message.key);
  const hasProposal = outcome.proposalId !== null;
  const creation = hasProposal ? proposal : direct;
  // Without a contact the assistant creates it: it gets the customer's name, and proposes the card as it
  // stands.
  const needsCustomerName = !hasProposal && outcome.asks === 'customerName';
  const continuesWith = ({ email, phone }: CardValues) =>
    needsCustomerName && email.trim() === '' && phone.trim() === '';
  const id = outcome.proposalId ?? message.id ?? message.key;
  const [kept] = useState(() => keptCard(id, toValues(draft)));
  const fields = useCardValues({
    outcome,
    draft,
    extraction: source?.extraction ?? null,
    ownCurrency,
    corrections: message.corrections,
    kept,
    isTyped,
    needsContact: (values) => !hasProposal && !continuesWith(values),
  });
  const { values, form } = fields;
  useEffect(() => {
    if (values !== form.start) keepCard(id, values);
  }, [id, values, form.start]);
  const continuesInChat = continuesWith(values);

  const change = (next: Partial<CardValues>) => {
    creation.setFailure(null);
    fields.change(next);
  };
  const create = async (): Promise<boolean> => {
    if (continuesInChat) {
      conversation.send(values.name.trim(), null, values);
      return true;
    }
    const refusal = hasProposal
      ? await proposal.confirm(fields.isChanged() ? { draft: fields.written() } : {})
      : await direct.create(values, values.currency ?? ownCurrency);
    fields.refuse(refusal);
    return refusal === null;
  };
  return {
    values,
    change,
    create,
    incomplete: () => creation.setFailure(cardTexts.incomplete),
    form,
    errors: fields.errors,
    doubts: fields.doubts,
    pending: creation.pending,
    failure: creation.failure,
    created: direct.made,
    /** Of one of the invoices of a file: leaves it, and only it. */
    leave: message.picture && (() => proposal.confirm({ leave: true })),
    goesOn: continuesInChat,
    expiredReason: hasProposal ? proposal.expiredReason : null,
    retryProposal: () => conversation.askAgain(message.key, fields.isChanged() ? values : undefined),
  };
}

export type Card = ReturnType<typeof useCard>;
