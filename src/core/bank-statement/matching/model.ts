import type { CalendarDate } from '../../dates.ts';
import type { Minor } from '../../money.ts';
import type { WithholdingKind } from '../../tax-rates.ts';
import type { PossibleTax } from '../../withholding.ts';

/** The sums of an invoice, in minor units, for money that pays `asked` until a day: less its discount for paying early. */
export type EarlySums = { outstanding: Minor; asked: Minor; until: CalendarDate };

/**
 * The sums that settle an invoice, in minor units: all that is `outstanding`, or the part that is `asked` for, which is less where its
 * customer said which tax they keep; `early` the same where they pay less early.
 */
export type SettlingSums = { outstanding: Minor; asked: Minor; early: EarlySums | null };

/** An invoice that money may be for, in minor units of the statement's currency. */
export type OpenInvoice = {
  id: string;
  number: string;
  issuedOn: CalendarDate;
  /** Its verification code, printed on the paper; it can be letters alone. */
  code: string;
  /** Its other names on paper: the order's number. */
  references: readonly string[];
  customerId: string;
  customerName: string;
  outstanding: Minor;
  /** The part of it that is asked for: less than all where its customer said which tax they keep. */
  asked: Minor;
  /** The same where its customer pays less early. */
  early?: EarlySums | null;
  /** Withholding tax its customer may keep back beyond that. */
  taxes: readonly PossibleTax[];
  /** Alerts and screenshots of its payment that nobody found in the bank yet. */
  claims: readonly { amount: Minor; day: CalendarDate }[];
};

/** A line as far as it matters here; `amount` is above zero. */
export type IncomingLine = {
  id: string;
  day: CalendarDate;
  amount: Minor;
  narration: string;
  payer: string;
  reference: string;
};

export const certainties = ['certain', 'likely', 'possible'] as const;
export type Certainty = (typeof certainties)[number];

export const reasons = [
  'number_and_amount',
  'claim_and_amount',
  'name_and_amount',
  'name_and_sum',
  'name_and_withholding',
  'number_alone',
  'name_alone',
  'amount_alone',
  'long_before',
] as const;

/** Why an invoice is suggested for a line. */
export type Reason = (typeof reasons)[number];

/** Part of a line for an invoice, in minor units. */
export type Share = { invoiceId: string; amount: Minor };

export type Suggestion = {
  certainty: Certainty;
  reason: Reason;
  shares: Share[];
  /** Kept back as withholding tax, in minor units, for a purpose; null where its customer said so before. */
  withheld?: { amount: Minor; kind: WithholdingKind | null };
};
