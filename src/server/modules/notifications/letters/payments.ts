import { type CalendarDate, formatLongDate } from '#core/dates.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { ABOUT_ACCOUNT, type Letter, type Sender, SENT_BY } from './letter.ts';

type PaymentFacts = {
  number: string;
  customerName: string;
  /** What was paid, and what is still to pay of the invoice; minor units of `currency`. */
  amount: Minor;
  balance: Minor;
  currency: Currency;
  method: string;
  reference: string;
  paidOn: CalendarDate;
};

/** To the customer who paid. */
export const receipt = (facts: PaymentFacts & { business: Sender; payUrl: string }): Letter => ({
  subject: `Receipt for invoice ${facts.number}`,
  content: {
    heading: 'Thank you for your payment',
    paragraphs: [`Hello ${facts.customerName},`, `your payment to ${facts.business.name} has arrived.`],
    facts: [
      ['Paid', formatMoney(facts.amount, facts.currency)],
      ['Invoice', facts.number],
      ['On', formatLongDate(facts.paidOn)],
      ['By', methodName(facts.method)],
      ['Reference', facts.reference],
      ...leftOver(facts),
    ],
    button: { label: facts.balance > 0 ? 'Pay the rest' : 'View the receipt', url: facts.payUrl },
    business: facts.business,
    footer: SENT_BY,
  },
});

/** To the owner. */
export const paymentReceived = (
  facts: PaymentFacts & { firstName: string; fee: Minor; testMode: boolean },
): Letter => ({
  subject: `${facts.testMode ? '[Test] ' : ''}${facts.customerName} paid ${formatMoney(facts.amount, facts.currency)}`,
  content: {
    heading: `You received ${formatMoney(facts.amount, facts.currency)}`,
    paragraphs: [
      `Hello ${facts.firstName},`,
      `${facts.customerName} paid for invoice ${facts.number}.`,
      ...(facts.testMode ? ['This is test money of the sandbox. No real money moved.'] : []),
    ],
    facts: [
      ['By', methodName(facts.method)],
      ['Fee', formatMoney(facts.fee, facts.currency)],
      ['Reference', facts.reference],
      ...leftOver(facts),
    ],
    footer: ABOUT_ACCOUNT,
  },
});

type RefundFacts = Pick<PaymentFacts, 'number' | 'customerName' | 'amount' | 'currency' | 'reference'>;

/** To the owner. */
export const paymentRefunded = (facts: RefundFacts & { firstName: string; reopened: boolean }): Letter => ({
  subject: `A payment of ${formatMoney(facts.amount, facts.currency)} was refunded`,
  content: {
    heading: `${formatMoney(facts.amount, facts.currency)} went back to the customer`,
    paragraphs: [
      `Hello ${facts.firstName},`,
      `${facts.customerName} was given back ${formatMoney(facts.amount, facts.currency)} of what was paid for invoice ${facts.number}.${facts.reopened ? ' The invoice is open again.' : ''}`,
    ],
    facts: [['Reference', facts.reference]],
    footer: ABOUT_ACCOUNT,
  },
});

/** To the customer. */
export const refundSent = (facts: RefundFacts & { business: Sender }): Letter => ({
  subject: `${facts.business.name} gave you back ${formatMoney(facts.amount, facts.currency)}`,
  content: {
    heading: `${formatMoney(facts.amount, facts.currency)} is on its way back to you`,
    paragraphs: [
      `Hello ${facts.customerName},`,
      `${facts.business.name} gave back ${formatMoney(facts.amount, facts.currency)} of what you paid for invoice ${facts.number}. It goes to the card or account you paid with; some banks take up to ten working days to show it.`,
    ],
    facts: [['Reference', facts.reference]],
    business: facts.business,
    footer: SENT_BY,
  },
});

/** To the owner. */
export const refundFailed = (
  facts: Pick<PaymentFacts, 'amount' | 'currency' | 'reference'> & {
    firstName: string;
    reason: string | null;
  },
): Letter => ({
  subject: `A refund of ${formatMoney(facts.amount, facts.currency)} did not go through`,
  content: {
    heading: `${formatMoney(facts.amount, facts.currency)} could not be given back`,
    paragraphs: [
      `Hello ${facts.firstName},`,
      `the payment provider could not give the money back${facts.reason ? `: ${facts.reason}` : ''}. You can try again from the payments page, or send it by bank transfer.`,
    ],
    facts: [['Reference', facts.reference]],
    footer: ABOUT_ACCOUNT,
  },
});

const methodNames: Record<string, string> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  qr_code: 'QR code',
  ussd: 'USSD',
  wallet: 'Wallet',
};
const methodName = (method: string) => methodNames[method] ?? method;

function leftOver({ balance, currency }: PaymentFacts): [string, string][] {
  return balance > 0 ? [['Still to pay', formatMoney(balance, currency)]] : [];
}
