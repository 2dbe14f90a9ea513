import { formatMoney, subtract } from '#core/money.ts';
import { locales } from '../locales/locales.ts';
import { named } from './customer.ts';
import {
  ABOUT_ACCOUNT,
  type EmailContent,
  type PaymentFacts,
  type ReceivedFacts,
  type RefundFacts,
} from './types.ts';

/** The owner's share of a payment in words. Amounts in minor units. */
export const shareOf = ({
  amount,
  fee,
  currency,
}: Pick<ReceivedFacts, 'amount' | 'fee' | 'currency'>): string =>
  fee === 0
    ? 'All of it is yours.'
    : `${formatMoney(subtract(amount, fee), currency)} is yours, fee ${formatMoney(fee, currency)}.`;

/** To the owner. */
export const paymentReceived = (facts: ReceivedFacts): EmailContent => ({
  subject: `${facts.testMode ? '[Test] ' : ''}${named(facts.customerName)} paid ${formatMoney(facts.amount, facts.currency)}`,
  content: {
    heading: `${named(facts.customerName)} paid you`,
    amount: { label: 'Paid', money: formatMoney(facts.amount, facts.currency), tone: 'good' },
    paragraphs: [
      `Hello ${facts.firstName},`,
      `${facts.customerName} paid ${formatMoney(facts.amount, facts.currency)} for invoice ${facts.number}. ${shareOf(facts)}${facts.receiptQueued ? ' Their receipt is on its way.' : ''}`,
      ...(facts.testMode ? ['This is test money of the sandbox. No real money moved.'] : []),
    ],
    facts: [['By', methodName(facts.method)], ['Reference', facts.reference], ...leftOver(facts)],
    footer: ABOUT_ACCOUNT,
  },
});

/** To the owner. */
export const paymentRefunded = (
  facts: RefundFacts & { firstName: string; reopened: boolean },
): EmailContent => ({
  subject: `A payment of ${formatMoney(facts.amount, facts.currency)} was refunded`,
  content: {
    heading: `Refund to ${named(facts.customerName)}`,
    amount: { label: 'Refunded', money: formatMoney(facts.amount, facts.currency) },
    paragraphs: [
      `Hello ${facts.firstName},`,
      `${facts.customerName} was refunded ${formatMoney(facts.amount, facts.currency)} of what was paid for invoice ${facts.number}.${facts.reopened ? ' The invoice is open again.' : ''}`,
    ],
    facts: [['Reference', facts.reference]],
    footer: ABOUT_ACCOUNT,
  },
});

/** To the owner. */
export const refundFailed = (
  facts: Pick<PaymentFacts, 'amount' | 'currency' | 'reference'> & {
    firstName: string;
    reason: string | null;
  },
): EmailContent => ({
  subject: `A refund of ${formatMoney(facts.amount, facts.currency)} did not go through`,
  content: {
    heading: 'A refund did not go through',
    amount: { label: 'Not refunded', money: formatMoney(facts.amount, facts.currency), tone: 'bad' },
    paragraphs: [
      `Hello ${facts.firstName},`,
      `The payment provider could not refund it${facts.reason ? `: ${facts.reason}` : ''}. You can try again from the payments page, or send it by bank transfer.`,
    ],
    facts: [['Reference', facts.reference]],
    footer: ABOUT_ACCOUNT,
  },
});

const methodNames: Record<string, string> = locales.en.methods;
const methodName = (method: string) => methodNames[method] ?? method;

function leftOver({ balance, currency }: PaymentFacts): [string, string][] {
  return balance > 0 ? [['Still to pay', formatMoney(balance, currency)]] : [];
}
