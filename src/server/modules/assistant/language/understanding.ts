import type { Action, Draft, Filters, NewContact, Outcome } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';

export type Intent = Outcome['intent'];
export type Asked = NonNullable<Outcome['asks']>;

/** A proposal under way: shown and waiting for a yes, or waiting for the answer to its one question. */
export type Pending = {
  action: Action;
  draft: Draft | null;
  filters: Filters | null;
  customer: NewContact | null;
  asks: Asked | null;
};

/** What a message may refer back to. Kept with each answer, so that it goes when the answer goes. */
export type Memory = {
  pending: Pending | null;
  /** What was talked about last, for "what about last month?", "send it", "remind all of them", "she". */
  last: { intent: Intent; filters: Filters | null; customerName: string | null } | null;
};

export const NO_MEMORY: Memory = { pending: null, last: null };

/** What is known while reading a message. `currency` is meant where none is said. */
export type Surroundings = {
  /** The business's date. */
  today: CalendarDate;
  currency: Currency;
  /** Percent, where no VAT is spoken of. */
  taxRate: number;
  /** Names of customers that share a word with the message; they only help to tell where a name ends. */
  knownNames: readonly string[];
};

/** What the assistant says beside its answer, because a careful listener would. */
export type Aside =
  /** Another currency than naira and dollars, or two in one invoice. */
  | { kind: 'currency'; said: string }
  | { kind: 'past_date'; said: string }
  /** The words cannot be a date, such as 31/11. */
  | { kind: 'no_such_date'; said: string };

/** A message as it was understood. Nothing is done by understanding. */
export type Understanding = {
  intent: Intent;
  draft: Draft | null;
  filters: Filters | null;
  customer: NewContact | null;
  asks: Asked | null;
  /** On `confirm`: what is confirmed. */
  does: Action | null;
  asides: readonly Aside[];
  /** For the next message. */
  memory: Memory;
};
