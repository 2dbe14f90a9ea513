import { useMemo } from 'react';
import type { Draft, Extraction, Outcome } from '#contract/assistant.ts';
import type { FieldMessages } from '#contract/invoice-form.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { errorsOf } from '#web/lib/forms/rules.ts';
import { useForm } from '#web/lib/forms/use-form.ts';
import { doubtsOf, openDoubts } from './doubts.ts';
import { cardField, type CardValues, checkCard, toDraft, toValues } from './rules.ts';

type CardInput = {
  outcome: Outcome;
  draft: Draft;
  extraction: Extraction | null;
  ownCurrency: Currency;
  /** Corrections made on a card before, which this one begins with. */
  corrections?: CardValues | undefined;
  /** The card as it was left. */
  kept?: CardValues | undefined;
  /** Its owner fills it in: nothing of it was read, so nothing is doubtful. */
  isTyped?: boolean;
  /** Whether the card as it stands cannot do without an address or a number. */
  needsContact: (values: CardValues) => boolean;
};

/** The fields of a proposed invoice under correction: what stands in them, what is wrong and what is doubtful. */
export function useCardValues({
  outcome,
  draft,
  extraction,
  ownCurrency,
  corrections,
  kept,
  isTyped = false,
  needsContact,
}: CardInput) {
  const before = useMemo(() => toValues(draft), [draft]);
  const form = useForm<CardValues>(
    (card) => checkCard(card, dateIn(systemClock()), needsContact(card)),
    corrections ?? kept ?? before,
  );
  const { values } = form;
  const errors: FieldMessages = form.errors;
  const doubts = useMemo(() => doubtsOf({ outcome, draft, extraction }), [outcome, draft, extraction]);
  const toDraftNow = () => toDraft(values, draft, ownCurrency);
  return {
    form,
    values,
    errors,
    change: form.change,
    written: toDraftNow,
    isChanged: () => JSON.stringify(toDraftNow()) !== JSON.stringify(toDraft(before, draft, ownCurrency)),
    /** Puts the words of a refusal beside their fields. */
    refuse: (refusal: unknown) => form.setErrors(onCard(errorsOf(refusal))),
    doubts: corrections || isTyped ? {} : openDoubts(doubts, before, values),
  };
}

/** Props of the card's fields. */
export type CardFieldValues = Pick<
  ReturnType<typeof useCardValues>,
  'values' | 'change' | 'errors' | 'doubts'
>;

function onCard(errors: object): FieldMessages {
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [cardField(path), message]));
}
