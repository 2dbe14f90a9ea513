import type { CalendarDate } from '#core/dates.ts';
import type { CreditNote } from '../rules/credit-note.ts';
import type { InvoiceSnapshot } from './snapshot.ts';
import type { NoOneInvoice, Subject } from './one-invoice.ts';

export type ToldItem = { description: string | null; quantity: number | null; rate: number | null };

/** A change of one invoice as its owner told it; amounts in major units, null where not said. */
export type Told = {
  amount: number | null;
  /** Of tax that was kept. */
  percent: number | null;
  /** Of a promise. */
  day: CalendarDate | null;
  items: ToldItem[] | null;
  reason: CreditNote['reason'] | null;
  /** All of the invoice. */
  isWhole: boolean;
  /** Why, in the owner's own words. */
  note: string | null;
};

export const NOTHING_TOLD: Told = {
  amount: null,
  percent: null,
  day: null,
  items: null,
  reason: null,
  isWhole: false,
  note: null,
};

export type ToldOf = { about: Subject; told: Told };

/** The question left before an invoice can be changed, or why it cannot be. `invoice` is the one that was found. */
export type ToldWhy =
  | NoOneInvoice
  | { kind: 'date'; problem: 'unsaid' | 'past' | 'far' }
  | { kind: 'amount'; invoice: InvoiceSnapshot | null }
  | { kind: 'tooMuch'; invoice: InvoiceSnapshot }
  | { kind: 'refused'; invoice: InvoiceSnapshot; reason: string };
