import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { backIn, settledDebt } from '#core/settled-debt.ts';
import type { Sender } from '../layout-html.ts';
import { named } from './customer.ts';
import { ABOUT_ACCOUNT, type EmailContent } from './types.ts';

/** A payout; `amount` in minor units of `currency`, the account by its last four digits. */
type PayoutFacts = { amount: Minor; currency: Currency; bankName: string; last4: string; reference: string };

/** To the member of staff who was paid. */
export const staffPaid = (
  facts: PayoutFacts & { business: Sender; staffName: string; description: string | null },
): EmailContent => ({
  subject: `${named(facts.business.name)} has paid you ${formatMoney(facts.amount, facts.currency)}`,
  content: {
    heading: `${named(facts.business.name)} has paid you`,
    amount: { label: 'In your account', money: formatMoney(facts.amount, facts.currency), tone: 'good' },
    paragraphs: [`Hello ${facts.staffName},`, `${facts.business.name} has sent you money.`],
    facts: [
      ...accountOf(facts),
      ...(facts.description ? [['For', facts.description] satisfies [string, string]] : []),
    ],
    business: facts.business,
    footer: `Sent for ${named(facts.business.name)} with Duewell, invoicing for small businesses.`,
  },
});

/** To the owner, once a withdrawal has been paid out. */
export const withdrawalCompleted = (facts: PayoutFacts & { firstName: string }): EmailContent => ({
  subject: `Your withdrawal of ${formatMoney(facts.amount, facts.currency)} was paid out`,
  content: {
    heading: 'Your withdrawal was paid out',
    amount: { label: 'Sent', money: formatMoney(facts.amount, facts.currency), tone: 'good' },
    paragraphs: [`Hello ${facts.firstName},`, 'The money was sent to this account.'],
    facts: accountOf(facts),
    footer: ABOUT_ACCOUNT,
  },
});

/** To the owner, once it is known of everybody in a payment of several how it ended. `paid` in minor units of `currency`. */
export const severalPaid = (facts: {
  firstName: string;
  paid: Minor;
  currency: Currency;
  people: number;
  missed: number;
  /** The part of what came back that settled a debt (minor units). */
  debt?: Minor;
  description: string | null;
}): EmailContent => {
  const { firstName, paid, currency, people, missed, debt, description } = facts;
  const done = people - missed;
  return {
    subject:
      missed === 0
        ? `${people} ${people === 1 ? 'person has' : 'people have'} been paid`
        : `${done} of ${people} people have been paid`,
    content: {
      heading: missed === 0 ? 'Everybody has their money' : 'Not everybody could be paid',
      amount: { label: 'Paid', money: formatMoney(paid, currency) },
      paragraphs: [
        `Hello ${firstName},`,
        'Your payment of several people has ended.',
        ...(missed > 0
          ? [
              `${missed} did not go through. ${backIn(debt, currency, 'Their')} You can pay them again from your withdrawals.`,
            ]
          : []),
      ],
      facts: [
        ...(description ? [['For', description] satisfies [string, string]] : []),
        ['People paid', `${done} of ${people}`],
      ],
      footer: ABOUT_ACCOUNT,
    },
  };
};

/** To the owner: the money is back in the available balance, less the `debt` (minor units) it settled. */
export const withdrawalFailed = (
  facts: PayoutFacts & { firstName: string; reason: string | null; debt?: Minor },
): EmailContent => ({
  subject: `Your withdrawal of ${formatMoney(facts.amount, facts.currency)} did not go through`,
  content: {
    heading: facts.debt ? 'Your withdrawal did not go through' : 'Your money is back in your balance',
    amount: { label: 'Not paid out', money: formatMoney(facts.amount, facts.currency), tone: 'bad' },
    paragraphs: [
      `Hello ${facts.firstName},`,
      facts.debt
        ? `The bank did not take your withdrawal, and the money came back. ${settledDebt(facts.debt, facts.currency).join()}.`
        : 'The bank did not take your withdrawal. The whole amount is available again.',
      ...(facts.reason ? [`The reason given: ${facts.reason}`] : []),
    ],
    facts: accountOf(facts),
    footer: ABOUT_ACCOUNT,
  },
});

function accountOf({ bankName, last4, reference }: PayoutFacts): [string, string][] {
  return [
    ['Bank', bankName],
    ['Account', `••••••${last4}`],
    ['Reference', reference],
  ];
}
