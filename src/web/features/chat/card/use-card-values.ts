import { useMemo, useState } from 'react';
import type { Draft, Extraction, Outcome } from '#contract/assistant.ts';
import { ApiError } from '#contract/client.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { doubtsOf, openDoubts } from './doubts.ts';
import { cardField, type CardValues, checkCard, toDraft, toValues, type Words } from './rules.ts';

type CardOf = {
  outcome: Outcome;
  draft: Draft;
  extraction: Extraction | null;
  own: Currency;
  /** Corrections made on a card before, which this one begins with. */
  carried?: CardValues | undefined;
  /** Whether the card as it stands cannot do without an address. */
  needsEmail: (values: CardValues) => boolean;
};

/** The fields of a proposed invoice under correction: what stands in them, what is wrong and what is doubtful. */
export function useCardValues({ outcome, draft, extraction, own, carried, needsEmail }: CardOf) {
  const before = useMemo(() => toValues(draft), [draft]);
  const [values, setValues] = useState(() => carried ?? before);
  const [errors, setErrors] = useState<Words>({});
  const [refused, setRefused] = useState<Words>({});
  const doubts = useMemo(
    () => doubtsOf({ outcome, draft, extraction, currency: draft.currency ?? own }),
    [outcome, draft, extraction, own],
  );
  const check = (card: CardValues) => checkCard(card, dateIn(systemClock()), needsEmail(card));
  const written = () => toDraft(values, draft, own);

  const change = (next: Partial<CardValues>) => {
    const changed = { ...values, ...next };
    setValues(changed);
    setRefused(withoutTouched(refused, next));
    if (Object.keys(errors).length > 0) setErrors(stillWrong(errors, check(changed)));
  };
  /** Marks what keeps the invoice from being created; true where nothing does. */
  const isComplete = (): boolean => {
    const found = check(values);
    setErrors(found);
    setRefused({});
    return Object.keys(found).length === 0;
  };
  return {
    values,
    currency: values.currency ?? own,
    change,
    isComplete,
    written,
    isChanged: () => JSON.stringify(written()) !== JSON.stringify(toDraft(before, draft, own)),
    /** Puts the words of a refusal beside their fields. */
    refuse: (refusal: unknown) => setRefused(fieldsOf(refusal)),
    errors: { ...refused, ...errors },
    doubts: carried ? {} : openDoubts(doubts, before, values),
  };
}

/** Props of the card's fields. */
export type CardFieldValues = Pick<
  ReturnType<typeof useCardValues>,
  'values' | 'change' | 'errors' | 'doubts' | 'currency'
>;

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
