import type { ToldEarly } from '#core/early-payment.ts';
import { type CalendarDate, dateIn, formatDate, formatMoment } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Issuer } from '#server/modules/invoices/queries/issuer.ts';
import type { ToldTax } from '#server/modules/invoices/queries/withholding.ts';
import type { Evidence, PaymentMethod } from './table.ts';

/** All that the receipt of one payment shows. Amounts in minor units of `currency`. */
export type ReceiptView = {
  publicId: string;
  /** Language its customer is written to in. */
  language: Language;
  number: string;
  /** As it is typed to check the paper. */
  code: string;
  business: Issuer;
  customer: { name: string; email: string };
  currency: Currency;
  amount: Minor;
  method: PaymentMethod;
  reference: string;
  paidAt: Date;
  /** Only money a `provider` confirmed was seen by somebody else than the business. */
  evidence: Evidence;
  /** The business took it back: this receipt is worth nothing. */
  undone: boolean;
  /** Title of the provider that confirmed the payment, and when it did. */
  provider: string;
  verifiedAt: Date;
  /** Time zone of all its times. */
  timeZone: string;
  /** The invoice it was paid for; what is still asked for on it as of `today`, the tax its payer keeps, and the discount for paying early that is still open. */
  invoice: {
    number: string;
    /** It names more than one. */
    several: boolean;
    title: string;
    owed: Minor;
    tax: ToldTax | null;
    offer: ToldEarly | null;
    cancelled: boolean;
  };
  /** The discount for paying early that it took, and still has. */
  early: Minor;
  today: CalendarDate;
  /** Where the money went: to invoices, what is over to the customer's credit. */
  shares: { number: string; amount: Minor }[];
  credit: Minor;
  /** The part of that credit that is on its way back. */
  returning: Minor;
  /** The part paid for the provider's fee. */
  surcharge: Minor;
  /** Refunded amount. */
  refunded: Minor;
  refundedAt: Date | null;
  /** The bank or the provider sent it back, not the business. */
  returned: boolean;
  testMode: boolean;
};

type PaidOn = Pick<ReceiptView, 'paidAt' | 'evidence'>;

/** When a payment came: a provider tells the minute, of any other only the day is known. */
export const paidOnText = ({ paidAt, evidence }: PaidOn, zone: string, language: Language): string =>
  evidence === 'provider' ? formatMoment(paidAt, zone, language) : formatDate(dateIn(paidAt, zone), language);
