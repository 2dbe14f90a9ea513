import { formatLongDate } from '#core/dates.ts';
import { formatMoney } from '#core/money.ts';
import { ABOUT_ACCOUNT, type InvoiceFacts, type Letter, SENT_BY } from './letter.ts';

/** To the customer; the invoice goes along as PDF. */
export const invoiceSent = (facts: InvoiceFacts): Letter => ({
  subject: `Invoice ${facts.number} from ${facts.business.name}`,
  content: {
    heading: `Invoice ${facts.number}`,
    paragraphs: [
      `Hello ${facts.customerName},`,
      `${facts.business.name} has sent you an invoice${facts.title ? ` for ${facts.title}` : ''}. It is attached as PDF.`,
    ],
    facts: [
      ['Amount', formatMoney(facts.total, facts.currency)],
      ['Due', formatLongDate(facts.due)],
    ],
    button: { label: 'View and pay', url: facts.payUrl },
    business: facts.business,
    footer: SENT_BY,
  },
});

/** To the customer; `daysLate` is negative before the due date and 0 on it. */
export const invoiceReminder = (facts: InvoiceFacts & { daysLate: number }): Letter => ({
  subject: `Reminder: invoice ${facts.number} from ${facts.business.name}`,
  content: {
    heading: `Invoice ${facts.number} is ${whenDue(facts.daysLate)}`,
    paragraphs: [
      `Hello ${facts.customerName},`,
      `this is a friendly reminder from ${facts.business.name}. If you have paid meanwhile, thank you: there is nothing to do.`,
    ],
    facts: [
      ['Still to pay', formatMoney(facts.balance, facts.currency)],
      ['Due', formatLongDate(facts.due)],
    ],
    button: { label: 'View and pay', url: facts.payUrl },
    business: facts.business,
    footer: SENT_BY,
  },
});

/** To the owner, on the day after the due date. */
export const invoiceOverdue = (
  facts: Pick<InvoiceFacts, 'customerName' | 'number' | 'balance' | 'currency' | 'due'> & {
    firstName: string;
    /** The invoice in the dashboard, where a reminder is one click away. */
    invoiceUrl: string;
  },
): Letter => ({
  subject: `Invoice ${facts.number} for ${facts.customerName} is overdue`,
  content: {
    heading: `${facts.number} is overdue`,
    paragraphs: [
      `Hello ${facts.firstName},`,
      `${facts.customerName} has not paid invoice ${facts.number} in full. A friendly reminder often helps.`,
    ],
    facts: [
      ['Still to pay', formatMoney(facts.balance, facts.currency)],
      ['Was due', formatLongDate(facts.due)],
    ],
    button: { label: 'See the invoice', url: facts.invoiceUrl },
    footer: ABOUT_ACCOUNT,
  },
});

function whenDue(daysLate: number): string {
  if (daysLate === 0) return 'due today';
  const days = Math.abs(daysLate) === 1 ? '1 day' : `${Math.abs(daysLate)} days`;
  return daysLate > 0 ? `overdue by ${days}` : `due in ${days}`;
}
