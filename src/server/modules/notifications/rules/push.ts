import { messageSentence } from '#core/attempts.ts';
import { formatMoney } from '#core/money.ts';
import { typedInText } from '#core/typed-in.ts';
import { clip, oneLine } from '../locales/text.ts';
import { cardNewsTitle } from '../templates/cards.ts';
import { attemptNames, goneBack } from '../templates/payments.ts';
import { answerTitle } from '../templates/quotes.ts';
import type { Facts } from './email.ts';
import { settledDebt } from '#core/settled-debt.ts';

/** Owner emails that are also sent as push notifications. */
export type PushTemplate =
  | 'paymentReceived'
  | 'paymentRefunded'
  | 'paymentUnmatched'
  | 'refundFailed'
  | 'withdrawalCompleted'
  | 'withdrawalFailed'
  | 'severalPaid'
  | 'invoiceOverdue'
  | 'quoteAnswered'
  | 'cardNews'
  | 'messageFailed'
  | 'weeklySummary';

type PushText = { title: string; body: string };

const MAX_NAME_LENGTH = 60;

const pushTexts: { [L in PushTemplate]: (facts: Facts[L]) => PushText } = {
  paymentReceived: (facts) => ({
    title: `${facts.testMode ? '[Test] ' : ''}${formatMoney(facts.amount, facts.currency)} received`,
    body: messageSentence('whatsapp', facts.state, shortNames(facts)) ?? '',
  }),
  paymentRefunded: (facts) => ({
    title: `${formatMoney(facts.amount, facts.currency)} ${goneBack(facts)}`,
    body: `${messageSentence('whatsapp', facts.state, { ...shortNames(facts), refunded: facts.amount }) ?? ''}${facts.reopened ? ' The invoice is open again.' : ''}`,
  }),
  paymentUnmatched: ({ amount, customerName, number, invoiceCurrency, testMode }) => ({
    title: `${testMode ? '[Test] ' : ''}${amount} could not be used`,
    body: `${named(customerName)} paid it for invoice ${named(number)}, which is in ${invoiceCurrency}. Refund it on the payments page.`,
  }),
  refundFailed: ({ amount, currency, debt }) => ({
    title: 'A refund did not go through',
    body: `${[`${formatMoney(amount, currency)} could not be refunded`, ...settledDebt(debt, currency)].join('. ')}.`,
  }),
  withdrawalCompleted: ({ amount, currency }) => ({
    title: 'Your withdrawal was paid out',
    body: `${formatMoney(amount, currency)} was sent to your bank account.`,
  }),
  withdrawalFailed: ({ amount, currency, debt }) => ({
    title: 'A withdrawal did not go through',
    body: `${[`${formatMoney(amount, currency)} ${debt ? 'came back' : 'is back in your balance'}`, ...settledDebt(debt, currency)].join('. ')}.`,
  }),
  severalPaid: ({ paid, currency, people, missed }) => ({
    title: missed === 0 ? 'Everybody has their money' : 'Not everybody could be paid',
    body: `${people - missed} of ${people} were paid, ${formatMoney(paid, currency)} in all.`,
  }),
  invoiceOverdue: ({ customerName, balance, currency, number }) => ({
    title: `Invoice ${named(number)} is overdue`,
    body: `${named(customerName)} owes ${formatMoney(balance, currency)}. Send a reminder?`,
  }),
  quoteAnswered: (facts) => ({
    title: answerTitle({ ...facts, by: named(facts.by) }),
    body: `${named(facts.customerName)}: ${facts.amount}`,
  }),
  cardNews: (facts) => ({
    title: cardNewsTitle({ ...facts, customerName: named(facts.customerName) }),
    body: facts.kind === 'past_due' ? formatMoney(facts.amount, facts.currency) : `•••• ${facts.last4}`,
  }),
  messageFailed: ({ channel, customerName }) => ({
    title: `${channel === 'email' ? 'An email' : 'A WhatsApp message'} did not arrive`,
    body: `${named(customerName)} did not get it. See what to do.`,
  }),
  weeklySummary: ({ weeks: [main] }) => ({
    title: [
      `Your week: ${formatMoney(main.received, main.currency)} received`,
      typedInText(main.typedIn, main.currency),
    ]
      .filter(Boolean)
      .join(', '),
    body: `${formatMoney(main.open, main.currency)} open, ${formatMoney(main.overdue, main.currency)} overdue.`,
  }),
};

/** Push text, which a locked phone may show to anybody: a name and an amount, nothing more. */
export function pushText<L extends PushTemplate>(template: L, facts: Facts[L]): PushText {
  const writers: { [K in PushTemplate]: (facts: Facts[K]) => PushText } = pushTexts;
  return writers[template](facts);
}

const shortNames = (facts: Parameters<typeof attemptNames>[0]) =>
  attemptNames({ ...facts, customerName: named(facts.customerName), number: named(facts.number) });

const named = (text: string): string => clip(oneLine(text), MAX_NAME_LENGTH);
