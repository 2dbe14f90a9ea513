import type { Minor } from '../../money.ts';

/** An invoice that money may be for, in minor units of the statement's currency. */
export type OpenInvoice = {
  id: string;
  number: string;
  /** Its verification code, printed on the paper; it can be letters alone. */
  code: string;
  /** Its other names on paper: the order's number. */
  references: readonly string[];
  customerId: string;
  customerName: string;
  outstanding: Minor;
  /** Base of its tax: subtotal less discount. Customers keep a share of it back as withholding tax. */
  taxableBase: Minor;
};

/** A line as far as it matters here; `amount` is above zero. */
export type IncomingLine = { id: string; amount: Minor; narration: string; payer: string; reference: string };

export const certainties = ['certain', 'likely', 'possible'] as const;
export type Certainty = (typeof certainties)[number];

export const reasons = [
  'number_and_amount',
  'name_and_amount',
  'name_and_sum',
  'name_and_withholding',
  'number_alone',
  'name_alone',
  'amount_alone',
] as const;

/** Why an invoice is suggested for a line. */
export type Reason = (typeof reasons)[number];

/** Part of a line for an invoice, in minor units. */
export type Share = { invoiceId: string; amount: Minor };

export type Suggestion = {
  certainty: Certainty;
  reason: Reason;
  shares: Share[];
  /** Kept back as withholding tax, in minor units. */
  withheld?: Minor;
};
