import { type CalendarDate, dateIn, formatDate } from '../dates.ts';
import { fill } from '../fill.ts';
import type { Language } from '../languages.ts';
import { ZERO } from '../money.ts';
import { acceptanceLabels } from './acceptance-labels.ts';
import {
  type DocumentIssuer,
  invoiceDocument,
  type InvoiceFacts,
  type InvoiceLine,
  type PrintedDocument,
} from './document.ts';
import type { QuoteKind } from './quote-kinds.ts';

/** The acceptance of a quote as its paper tells it. */
export type Acceptance = {
  name: string;
  orderNumber: string;
  acceptedAt: Date;
  /** Drawn by hand: path data; null where it was not. */
  signature: string | null;
  /** The masked address of a code that confirmed it; null where none was asked for. */
  codeSentTo: string | null;
};

/** A quote as its document needs it: amounts in minor units, the tax rate in basis points. */
export type QuoteFacts = Pick<
  InvoiceFacts,
  | 'title'
  | 'description'
  | 'paymentTerms'
  | 'notes'
  | 'poNumber'
  | 'currency'
  | 'date'
  | 'customerName'
  | 'customerEmail'
  | 'subtotal'
  | 'discount'
  | 'taxRate'
  | 'pricesIncludeTax'
  | 'tax'
  | 'totalAmount'
  | 'schedule'
  | 'revision'
  | 'changedAt'
> & {
  kind: QuoteKind;
  /** Blank on a draft. */
  number: string;
  validUntil: CalendarDate;
  withdrawn: boolean;
  acceptance: Acceptance | null;
};

/** A quote as a customer reads it: laid out as an invoice, with the day it ends in place of the day one is due. */
export function quoteDocument(
  row: QuoteFacts,
  lines: readonly InvoiceLine[],
  business: DocumentIssuer,
  language: Language,
): PrintedDocument {
  const priced: InvoiceFacts = {
    ...row,
    invoiceNumber: row.number,
    status: 'sent',
    dueDate: row.validUntil,
    paidAt: null,
    amountPaid: ZERO,
    balance: row.totalAmount,
    bankDetails: null,
  };
  const document = invoiceDocument(priced, lines, business, language);
  const { labels } = document;
  const told = acceptanceLabels[language];
  return {
    ...document,
    kind: row.kind,
    labels: { ...labels, billedTo: labels.preparedFor },
    due: { ...document.due, key: 'validTo', label: labels.validTo },
    headline: { key: 'total', label: labels.total, amount: row.totalAmount },
    status: { ...document.status, withdrawn: row.withdrawn, accepted: row.acceptance !== null },
    acceptance: row.acceptance && {
      label: fill(told.acceptedOn, {
        date: formatDate(dateIn(row.acceptance.acceptedAt, business.timeZone), language),
      }),
      name: row.acceptance.name,
      signature: row.acceptance.signature,
      confirmed: row.acceptance.codeSentTo
        ? fill(told.codeConfirmed, { email: row.acceptance.codeSentTo })
        : '',
      signed: fill(told.signatureOf, { name: row.acceptance.name }),
      reference: row.acceptance.orderNumber && `${labels.poNumber}: ${row.acceptance.orderNumber}`,
    },
  };
}
