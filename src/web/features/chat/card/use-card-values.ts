import { useMemo, useState } from 'react';
import type { Draft, Extraction, Outcome } from '#contract/assistant.ts';
import { ApiError } from '#contract/client.ts';
import type { FieldMessages } from '#contract/invoice-form.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { doubtsOf, openDoubts } from './doubts.ts';
import { cardField, type CardValues, checkCard, toDraft, toValues } from './rules.ts';

type CardInput = {
  outcome: Outcome;
  draft: Draft;
  extraction: Extraction | null;
  ownCurrency: Currency;
  /** Corrections made on a card before, which this one begins with. */
  corrections?: CardValues | undefined;
  /** Whether the card as it stands cannot do without an address. */
  needsEmail: (values: CardValues) => boolean;
};

/** The fields of a proposed invoice under correction: what stands in them, what is wrong and what is doubtful. */
export function useCardValues({
  outcome,
  draft,
  extraction,
  ownCurrency,
  corrections,
  needsEmail,
}: CardInput) {
  const before = useMemo(() => toValues(draft), [draft]);
  const [values, setValues] = useState(() => corrections ?? before);
  const [errors, setErrors] = useState<FieldMessages>({});
  const [serverErrors, setServerErrors] = useState<FieldMessages>({});
  const doubts = useMemo(
    () => doubtsOf({ outcome, draft, extraction, currency: draft.currency ?? ownCurrency }),
    [outcome, draft, extraction, ownCurrency],
  );
  const check = (card: CardValues) => checkCard(card, dateIn(systemClock()), needsEmail(card));
  const toDraftNow = () => toDraft(values, draft, ownCurrency);

  const change = (next: Partial<CardValues>) => {
    const changed = { ...values, ...next };
    setValues(changed);
    setServerErrors(withoutChanged(serverErrors, next));
    if (Object.keys(errors).length > 0) setErrors(stillInvalid(errors, check(changed)));
  };
  /** Marks what keeps the invoice from being created; true where nothing does. */
  const isComplete = (): boolean => {
    const found = check(values);
    setErrors(found);
    setServerErrors({});
    return Object.keys(found).length === 0;
  };
  return {
    values,
    currency: values.currency ?? ownCurrency,
    change,
    isComplete,
    written: toDraftNow,
    isChanged: () => JSON.stringify(toDraftNow()) !== JSON.stringify(toDraft(before, draft, ownCurrency)),
    /** Puts the words of a refusal beside their fields. */
    refuse: (refusal: unknown) => setServerErrors(fieldMessagesOf(refusal)),
    errors: { ...serverErrors, ...errors },
    doubts: corrections ? {} : openDoubts(doubts, before, values),
  };
}

/** Props of the card's fields. */
export type CardFieldValues = Pick<
  ReturnType<typeof useCardValues>,
  'values' | 'change' | 'errors' | 'doubts' | 'currency'
>;

// A message goes as soon as it is no longer true, and none comes while somebody types.
function stillInvalid(before: FieldMessages, now: FieldMessages): FieldMessages {
  return Object.fromEntries(Object.entries(now).filter(([field]) => before[field] !== undefined));
}

function fieldMessagesOf(refusal: unknown): FieldMessages {
  if (!(refusal instanceof ApiError)) return {};
  return Object.fromEntries(refusal.errors.map(({ path, message }) => [cardField(path), message]));
}

function withoutChanged(serverErrors: FieldMessages, next: Partial<CardValues>): FieldMessages {
  return Object.fromEntries(
    Object.entries(serverErrors).filter(([field]) => !Object.hasOwn(next, field.split('.')[0] ?? '')),
  );
}
