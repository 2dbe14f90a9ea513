import type { AttemptState } from '#core/attempt-states.ts';
import { type AttemptNames, messageSentence } from '#core/attempts.ts';
import { fill } from '#core/fill.ts';
import { formatMoney, type Minor, ZERO } from '#core/money.ts';
import { locales } from '../locales/locales.ts';
import { settledDebt } from '#core/settled-debt.ts';
import { customerEmail, localeOf, named } from './customer.ts';
import {
  ABOUT_ACCOUNT,
  type EmailContent,
  type PaymentFacts,
  type ReceivedFacts,
  type RefundFacts,
  type ToCustomer,
} from './types.ts';

/** To the owner. */
export const paymentReceived = (facts: ReceivedFacts): EmailContent => ({
  subject: `${facts.testMode ? '[Test] ' : ''}${named(facts.customerName)} paid ${formatMoney(facts.amount, facts.currency)}`,
  content: {
    heading: `${named(facts.customerName)} paid you`,
    amount: { label: 'Paid', money: formatMoney(facts.amount, facts.currency), tone: 'good' },
    paragraphs: [
      `Hello ${facts.firstName},`,
      ...told(facts.state, attemptNames(facts)),
      ...(facts.twice ? [`${facts.twice}. The payment in the app has a button for it.`] : []),
      ...(facts.testMode ? ['This is test money of the sandbox. No real money moved.'] : []),
    ],
    facts: [['By', methodName(facts.method)], ['Reference', facts.reference], ...leftOver(facts)],
    footer: ABOUT_ACCOUNT,
  },
});

/** To the owner. */
export const paymentRefunded = (
  facts: RefundFacts & { firstName: string; reopened: boolean; state: AttemptState },
): EmailContent => ({
  subject: `A payment of ${formatMoney(facts.amount, facts.currency)} was ${goneBack(facts)}`,
  content: {
    heading:
      facts.state === 'reversed'
        ? `Money returned to ${named(facts.customerName)}`
        : `Refund to ${named(facts.customerName)}`,
    amount: {
      label: facts.state === 'reversed' ? 'Returned' : 'Refunded',
      money: formatMoney(facts.amount, facts.currency),
    },
    paragraphs: [
      `Hello ${facts.firstName},`,
      ...told(facts.state, { ...attemptNames(facts), refunded: facts.amount }),
      ...(facts.reopened ? ['The invoice is open again.'] : []),
    ],
    facts: [['Reference', facts.reference]],
    footer: ABOUT_ACCOUNT,
  },
});

/**
 * To the customer. `reversed`: a bank or the provider returned it, and nobody here refunded anything. `owed` (minor units) is what is to
 * pay of its invoices, none where they owe nothing again.
 */
export function refundSent(
  facts: RefundFacts & ToCustomer & { owed?: Minor; reversed?: { owed: Minor } | null },
): EmailContent {
  const { labels, refundSent: sent, refundReversed } = localeOf(facts);
  const { owed } = refundReversed;
  const { subject, heading, body, label } = facts.reversed
    ? refundReversed
    : { ...sent, label: labels.givenBack };
  const money = formatMoney(facts.amount, facts.currency);
  const number = named(facts.number);
  const balance = facts.reversed?.owed ?? facts.owed ?? ZERO;
  const values = { number, balance: formatMoney(balance, facts.currency) };
  return customerEmail(
    facts,
    { subject, heading, body },
    { number, amount: money },
    {
      amount: { label, money },
      more: balance > 0 ? [fill(owed, values)] : [],
      facts: [
        [labels.invoice, facts.number],
        [labels.reference, facts.reference],
      ],
    },
  );
}

/** Money in another currency than its invoice's; `amount` as the provider reports it, with its currency. */
type UnmatchedFacts = {
  firstName: string;
  customerName: string;
  number: string;
  amount: string;
  invoiceCurrency: string;
  reference: string;
  testMode: boolean;
};

/** To the owner. */
export const paymentUnmatched = (facts: UnmatchedFacts): EmailContent => ({
  subject: `${facts.testMode ? '[Test] ' : ''}Refund ${facts.amount} to ${named(facts.customerName)}`,
  content: {
    heading: 'A payment in another currency',
    amount: { label: 'Not used', money: facts.amount, tone: 'bad' },
    paragraphs: [
      `Hello ${facts.firstName},`,
      `${named(facts.customerName)} paid ${facts.amount} for invoice ${named(facts.number)}, which is in ${facts.invoiceCurrency}. It was not used for the invoice and is not in your balance.`,
      'Refund it on the payments page, and ask the customer to pay again from the invoice.',
    ],
    facts: [['Reference', facts.reference]],
    footer: ABOUT_ACCOUNT,
  },
});

/** The word for money that went back: nobody here refunded what a bank returned. */
export const goneBack = ({ state }: { state: AttemptState }): string =>
  state === 'reversed' ? 'returned' : 'refunded';

/** To the owner. */
export const refundFailed = (
  facts: Pick<PaymentFacts, 'amount' | 'currency' | 'reference'> & {
    firstName: string;
    reason: string | null;
    debt?: Minor;
  },
): EmailContent => ({
  subject: `A refund of ${formatMoney(facts.amount, facts.currency)} did not go through`,
  content: {
    heading: 'A refund did not go through',
    amount: { label: 'Not refunded', money: formatMoney(facts.amount, facts.currency), tone: 'bad' },
    paragraphs: [
      `Hello ${facts.firstName},`,
      `The payment provider could not refund it${facts.reason ? `: ${facts.reason}` : ''}. You can try again from the payments page, or send it by bank transfer.`,
      ...settledDebt(facts.debt, facts.currency).map((settled) => `The money came back to you. ${settled}.`),
    ],
    facts: [['Reference', facts.reference]],
    footer: ABOUT_ACCOUNT,
  },
});

const told = (state: AttemptState, names: AttemptNames): string[] => {
  const sentence = messageSentence('mail', state, names);
  return sentence === null ? [] : [sentence];
};

/** The names of a payment as the sentences of an attempt have them. */
export const attemptNames = (
  facts: Pick<ReceivedFacts, 'customerName' | 'number' | 'amount' | 'currency'> & Partial<ReceivedFacts>,
): AttemptNames => ({
  ...facts,
  customer: named(facts.customerName),
  number: named(facts.number),
  receiptSent: facts.receiptQueued ?? false,
});

const methodNames: Record<string, string> = locales.en.methods;
const methodName = (method: string) => methodNames[method] ?? method;

function leftOver({ balance, currency }: PaymentFacts): [string, string][] {
  return balance > 0 ? [['Still to pay', formatMoney(balance, currency)]] : [];
}
