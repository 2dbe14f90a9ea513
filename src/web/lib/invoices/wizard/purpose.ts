import type { CalendarDate } from '#core/dates.ts';
import type { InvoiceText } from '#core/invoice/texts.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { wizardTexts } from './texts.ts';

/** The wizard makes an invoice, or changes one that is there. */
export type Purpose = {
  title: string;
  submit: string;
  /** Said above the last button. */
  next: string;
  /** Where they stand already: the day of issue, and the texts that were left blank. */
  issued?: CalendarDate;
  mayBeBlank?: readonly InvoiceText[];
  /** The purpose its customer keeps tax for, as the invoice says. */
  keeps?: { customerId: string; kind: WithholdingKind | null };
  /** Why the customer cannot be another one. */
  sameCustomer?: string;
  /** It is made again and again, each due so many days after its own issue. */
  repeats?: boolean;
  /** Headings of the steps, and how it is sent as it is made, where those of an invoice do not fit. */
  steps?: readonly string[];
  sends?: Readonly<Record<'whatsapp' | 'email', string>>;
  /** A new one is filled in as far as its owner's words tell, and can be sent as it is made. */
  isNew?: boolean;
};

/** Of the wizard that makes one. */
export const creating: Purpose = {
  title: wizardTexts.title,
  submit: wizardTexts.create,
  next: wizardTexts.afterCreate,
  isNew: true,
};
