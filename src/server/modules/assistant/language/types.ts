import type { Action, Draft, Filters, NewContact, Outcome } from '#contract/assistant.ts';
import type { PlanChange, PlanTerms } from '#contract/assistant-tasks.ts';
import type { Told } from '#server/modules/invoices/tools/told.ts';
import type { ReceivedMoney } from '#server/modules/payments/tools/received-money.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { References } from './intents/references.ts';
import type { Utterance } from './tokens/utterance.ts';

export type Intent = Outcome['intent'];
export type MissingField = NonNullable<Outcome['asks']>;

/** An open task: a proposal awaiting confirmation, or one awaiting the answer to its question. */
export type Pending = {
  action: Action;
  draft: Draft | null;
  filters: Filters | null;
  customer: NewContact | null;
  /** Of a draft: what came for it already. */
  payment?: ReceivedMoney | undefined;
  /** Of a draft that lacks a price: the last one of these goods, as it was shown with the question. */
  lastPrice?: number | undefined;
  /** Of a draft: words of a figure of which nobody could tell which line it is for. */
  unclear?: string | undefined;
  /** Of a change of one invoice. */
  told?: Told | undefined;
  /** Of a repeating invoice that is to change. */
  change?: PlanChange | null | undefined;
  /** Of an invoice that repeats. */
  plan?: PlanTerms | undefined;
  /** By another reading that is nearly as likely: which one is meant is asked. */
  other?: Draft | undefined;
  /** The same as it was before its last change, for "undo". */
  before?: Pending | undefined;
  asks: MissingField | null;
};

/** State a message may refer back to. Stored with each answer, so that it is removed with it. */
export type Memory = {
  pending: Pending | null;
  /** Last subject, for "what about last month?", "send it", "remind all of them", "she". */
  last: { intent: Intent; filters: Filters | null; customerName: string | null } | null;
  /** The draft that was last made or dropped, for "same for Bola". */
  made?: Pending;
  /** A draft, or money that was asked about, that waits until what is open is done. */
  kept?: Pending;
};

export const NO_MEMORY: Memory = { pending: null, last: null };

/** Facts about the business used while interpreting. `currency` applies where none is stated. */
export type BusinessContext = {
  /** The business's date. */
  today: CalendarDate;
  currency: Currency;
  /** Percent, where VAT is not mentioned. */
  taxRate: number;
  /** Customer names that share a word with the message; they only help to find where a name ends. */
  knownNames: readonly string[];
};

/** Remark about a value that was not accepted, shown beside the answer. */
export type Aside =
  /** Another currency than naira and dollars, or two in one invoice. */
  | { kind: 'currency'; text: string }
  /** All of it was told to cost another sum than its lines come to. */
  | { kind: 'sum'; text: string }
  | { kind: 'past_date'; text: string }
  /** The words cannot be a date, such as 31/11. */
  | { kind: 'no_such_date'; text: string }
  /** A discount for paying early that is no percentage, or without its last day. */
  | { kind: 'early_payment'; text: string }
  /** The same on what is no invoice yet. */
  | { kind: 'early_on_invoice'; text: string }
  /** A deposit of nothing, of all or more, or one of which nobody says how much. */
  | { kind: 'deposit'; text: string }
  /** Money that came for an invoice that is not made yet. */
  | { kind: 'came'; text: string }
  /** A figure that is for no line that anybody could tell. */
  | { kind: 'unclear'; text: string }
  /** A reminder that was asked for another day. */
  | { kind: 'later'; text: string }
  /** A change that made none. */
  | { kind: 'unchanged'; text: string }
  /** So much of the open draft, in its currency, is left of what came. */
  | { kind: 'left'; text: string }
  /** More money that is to come, told with a payment. */
  | { kind: 'rest'; text: string }
  /** The phone or email address of a customer was to be changed. */
  | { kind: 'contact'; text: string }
  /** A made invoice was to be changed. */
  | { kind: 'made'; text: string }
  /** Money that was being asked about when another invoice was told of. */
  | { kind: 'unrecorded'; text: string }
  /** Another invoice in the same message. */
  | { kind: 'second'; text: string }
  /** More customers who are to have the same. */
  | { kind: 'others'; text: string }
  /** A payment in parts. */
  | { kind: 'parts'; text: string }
  /** A quote that was to have these became an invoice. */
  | { kind: 'deposit_on_invoice'; text: string }
  /** A day until which no quote can be accepted. */
  | { kind: 'valid'; text: string }
  /** All that there is to say where nothing is asked for. */
  | { kind: 'said'; text: string }
  /** A saved card was to be charged. */
  | { kind: 'card'; text: string }
  /** Goods are called as their owner corrected them before. */
  | { kind: 'learned'; text: string };

/** The interpretation of a message. It has no effects. */
export type Understanding = {
  intent: Intent;
  draft: Draft | null;
  filters: Filters | null;
  customer: NewContact | null;
  /** Absent where the message is of no payment that could be recorded. */
  payment?: ReceivedMoney | undefined;
  /** Absent where no invoice is to be changed. */
  told?: Told | undefined;
  /** Absent where no repeating invoice is to be changed. */
  change?: PlanChange | null | undefined;
  /** Absent where the message is of no invoice that repeats. */
  plan?: PlanTerms | undefined;
  asks: MissingField | null;
  /** On `confirm`: the confirmed action. */
  does: Action | null;
  asides: readonly Aside[];
  /** For the next message. */
  memory: Memory;
};

/** A message with everything needed to interpret it. */
export type ParseContext = {
  utterance: Utterance;
  refs: References;
  memory: Memory;
  business: BusinessContext;
};
