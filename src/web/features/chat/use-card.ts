import { useMemo, useState } from 'react';
import type { Draft, Outcome } from '#contract/assistant.ts';
import { ApiError } from '#contract/client.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { doubtsOf, openDoubts } from './card-doubts.ts';
import { cardField, type CardValues, checkCard, toDraft, toValues, type Words } from './card-rules.ts';
import type { Conversation } from './conversation.ts';
import type { Message, Source } from './messages.ts';
import { cardTexts } from './texts.ts';
import { useConfirm } from './use-confirm.ts';
import { usePlainCreation } from './use-plain-creation.ts';

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
  const before = useMemo(() => toValues(draft), [draft]);
  const [values, setValues] = useState(() => message.carried ?? before);
  const [errors, setErrors] = useState<Words>({});
  const [refused, setRefused] = useState<Words>({});
  const currency = values.currency ?? own;
  const extraction = source?.extraction ?? null;
  const doubts = useMemo(
    () => doubtsOf({ outcome, draft, extraction, currency: draft.currency ?? own }),
    [outcome, draft, extraction, own],
  );
  const proposal = useConfirm(message, conversation, isOver);
  const plain = usePlainCreation(message.id ?? message.key);
  const hasProposal = outcome.proposalId !== null;
  const way = hasProposal ? proposal : plain;
  // Without an address it takes the assistant: it is told whose invoice it is, and proposes the card as it stands.
  const goesOn = !hasProposal && outcome.asks === 'customerName' && values.email.trim() === '';
  const check = (card: CardValues) => checkCard(card, dateIn(systemClock()), !hasProposal && !goesOn);

  const isChanged = () =>
    JSON.stringify(toDraft(values, draft, own)) !== JSON.stringify(toDraft(before, draft, own));
  const change = (next: Partial<CardValues>) => {
    const changed = { ...values, ...next };
    setValues(changed);
    way.setFailure(null);
    setRefused(withoutTouched(refused, next));
    if (Object.keys(errors).length > 0) setErrors(stillWrong(errors, check(changed)));
  };
  const create = async (): Promise<boolean> => {
    const found = check(values);
    setErrors(found);
    setRefused({});
    if (Object.keys(found).length > 0) {
      way.setFailure(cardTexts.incomplete);
      return false;
    }
    if (goesOn) {
      conversation.send(values.name.trim(), null, values);
      return true;
    }
    const refusal = hasProposal
      ? await proposal.confirm(isChanged() ? toDraft(values, draft, own) : undefined)
      : await plain.create(values, currency);
    setRefused(fieldsOf(refusal));
    return refusal === null;
  };
  return {
    values,
    currency,
    change,
    create,
    errors: { ...refused, ...errors },
    doubts: message.carried ? {} : openDoubts(doubts, before, values),
    pending: way.pending,
    failure: way.failure,
    made: plain.made,
    goesOn,
    tooLate: hasProposal ? proposal.tooLate : null,
    again: () => conversation.askAgain(message.key, isChanged() ? values : undefined),
  };
}

export type Card = ReturnType<typeof useCard>;

// A message goes as soon as it is no longer true, and none comes while somebody types.
function stillWrong(before: Words, now: Words): Words {
  return Object.fromEntries(Object.entries(now).filter(([field]) => before[field] !== undefined));
}

function fieldsOf(refusal: unknown): Words {
  if (!(refusal instanceof ApiError)) return {};
  return Object.fromEntries(refusal.errors.map(({ path, message }) => [cardField(path), message]));
}

function withoutTouched(refused: Words, next: Partial<CardValues>): Words {
  return Object.fromEntries(
    Object.entries(refused).filter(([field]) => !Object.hasOwn(next, field.split('.')[0] ?? '')),
  );
}
