import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { MailContent } from '../layout.ts';

/** A message in words; the layout makes it HTML and plain text. */
export type Letter = { subject: string; content: MailContent };

/** The business that writes; `primaryColor` as `#rrggbb`. */
export type Sender = { name: string; primaryColor: string };

/** The invoice a message is about; amounts in minor units of `currency`. */
export type InvoiceFacts = {
  business: Sender;
  customerName: string;
  number: string;
  title: string;
  total: Minor;
  balance: Minor;
  currency: Currency;
  due: CalendarDate;
  /** The public pay page. */
  payUrl: string;
};

export const SENT_BY = 'Sent with Duewell, invoicing for small businesses.';
export const ABOUT_ACCOUNT = 'You receive this because of your Duewell account.';
