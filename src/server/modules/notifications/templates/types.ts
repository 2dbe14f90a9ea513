import type { AttemptState } from '#core/attempt-states.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { InvoiceFacts as DocumentFacts } from '#core/invoice/document.ts';
import type { Language } from '#core/languages.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { MailContent, Sender } from '../layout-html.ts';

/** Content of an email; the layout renders it as HTML and plain text. */
export type EmailContent = { subject: string; content: MailContent };

/** An email from a business to a customer, in English by default. */
export type ToCustomer = {
  business: Sender;
  customerName: string;
  language?: Language;
  /** Where the customer can end reminders by email; absolute. */
  unsubscribeUrl?: string;
};

/** The invoice a message is about; amounts in minor units of `currency`. */
export type InvoiceFacts = ToCustomer & {
  number: string;
  title: string;
  total: Minor;
  balance: Minor;
  currency: Currency;
  due: CalendarDate;
  /** The part of a payment schedule that is asked for, and the total it is of. */
  part?: { label: string; of: Minor };
  /** Tax its customer said they keep, where it is off the sum that is asked for, and the total it is of. */
  kept?: { tax: Minor; of: Minor };
  /** Tax that its customer keeps or may keep. */
  withholding?: DocumentFacts['withholding'];
  /** The discount for paying early. */
  earlyPayment?: DocumentFacts['earlyPayment'];
  /** The public pay page. */
  payUrl: string;
  /** The day on which the invoice went that this one takes the place of. */
  replaces?: CalendarDate | null;
};

/** A greeting and its invoice; `hour` (0-23) is the one of the business's day, `words` its owner's instead of ours. */
type GreetingFacts = InvoiceFacts & { hour: number; words?: string | null };

/** A reminder; `daysLate` is negative before the due date and 0 on it. */
export type ReminderFacts = GreetingFacts & { daysLate: number };

/** A promise to pay on a day; `partPromised` (minor units) where it was of a part of what is asked for. */
export type PromiseFacts = GreetingFacts & { promised: CalendarDate; partPromised?: Minor | null };

/** Money that came; amounts in minor units of `currency`. */
export type PaymentFacts = {
  number: string;
  customerName: string;
  /** Amount paid, and the invoice's remaining balance. */
  amount: Minor;
  balance: Minor;
  currency: Currency;
  method: string;
  reference: string;
  paidOn: CalendarDate;
};

/**
 * A receipt for the customer; `over` is what is kept as their credit, `early` the discount for paying early that it took, `receiptUrl`
 * the receipt's public page.
 */
export type ReceiptFacts = PaymentFacts &
  ToCustomer & {
    over?: Minor;
    early?: Minor;
    /** The discount that paying the rest early still takes. */
    earlyPayment?: DocumentFacts['earlyPayment'];
    /** The part of it that each of several invoices took. */
    shares?: readonly { number: string; amount: Minor }[];
    payUrl: string;
    receiptUrl?: string;
    /** The grade of its evidence; a provider's where it is left out. */
    evidence?: 'provider' | 'statement' | 'hand';
  };

/** A credit note for the customer; of `amount`, the parts that went each way. Minor units. */
export type CreditNoteFacts = ToCustomer & {
  note: string;
  /** Of the invoice. */
  number: string;
  customerName: string;
  currency: Currency;
  amount: Minor;
  /** The discount for paying early. */
  paidEarly?: boolean;
  owed: Minor;
  credit: Minor;
  refund: Minor;
  gaveBack: Minor;
  /** The sum the invoice asks for now. */
  asked: Minor;
  payUrl: string;
};

/** Tax the customer kept of what was paid on a day, whose certificate is awaited. */
export type CertificateFacts = ToCustomer & {
  number: string;
  currency: Currency;
  amount: Minor;
  paidOn: CalendarDate;
};

/** The sum a customer owes in all on a day, and their credit, as their own page has them; minor units. */
export type StatementFacts = ToCustomer & {
  currency: Currency;
  to: CalendarDate;
  owed: Minor;
  credit: Minor;
  /** Where they ask for their own page. */
  portalUrl: string;
};

/** Links to the pages of a customer of several businesses; absolute. */
export type PortalLinksFacts = { language: Language; links: { business: string; url: string }[] };

/** A customer who is asked to keep no tax of an invoice, by a seller with a tax ID that supplies at most `upTo` a month. */
export type ExemptionFacts = ToCustomer & {
  number: string;
  currency: Currency;
  amount: Minor;
  upTo: Minor;
  taxId: string;
};

/** Money that went back. */
export type RefundFacts = Pick<PaymentFacts, 'number' | 'customerName' | 'amount' | 'currency' | 'reference'>;

/** Money that came, for the owner. */
export type ReceivedFacts = PaymentFacts & {
  firstName: string;
  state: AttemptState;
  fee: Minor;
  /** The part that is more than was owed. */
  over: Minor;
  testMode: boolean;
  /** A receipt to the customer waits to be sent. */
  receiptQueued: boolean;
  /** The words about a payment somebody typed in before, which may be the same money; null where there is none. */
  twice: string | null;
  language?: Language;
};

export const ABOUT_ACCOUNT = 'You receive this because of your Duewell account.';
