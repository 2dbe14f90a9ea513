import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import type { EmailContent } from './types.ts';

const TO_OPERATOR = 'You receive this because you operate this Duewell service.';
const MAX_LISTED = 20;

/**
 * Payouts were stopped. `findings` are failed ledger checks, or kinds of discrepancy, with their breaches.
 */
export const payoutsStopped = (facts: {
  reason: string;
  findings: { id: string; breaches: string[] }[];
}): EmailContent => ({
  subject: 'Payouts are stopped',
  content: {
    heading: 'Payouts and refunds are stopped',
    paragraphs: [
      facts.reason,
      'Money still comes in and is booked. Nothing leaves until somebody has looked and said so: npm run payouts shows why, npm run payouts -- resume --reason "…" lets money leave again.',
    ],
    facts: facts.findings
      .slice(0, MAX_LISTED)
      .map(({ id, breaches }) => [id, listed(breaches)] satisfies [string, string]),
    footer: TO_OPERATOR,
  },
});

/** Reconciliation findings no rule resolves. */
export const reconciliationFound = (facts: {
  provider: string;
  findings: { meaning: string; subject: string; ours: string; theirs: string }[];
}): EmailContent => ({
  subject: `Reconciliation with ${facts.provider}: ${facts.findings.length} to look at`,
  content: {
    heading: 'Our books and theirs disagree',
    paragraphs: [
      `Comparing our books with those of ${facts.provider} found what no rule can mend.`,
      'npm run reconcile lists it all. What is looked into and settled is closed with npm run reconcile -- --settle <id> --reason "…".',
    ],
    facts: facts.findings
      .slice(0, MAX_LISTED)
      .map(
        ({ meaning, subject, ours, theirs }) =>
          [meaning, `${subject}. We say: ${ours}. They say: ${theirs}.`] satisfies [string, string],
      ),
    footer: TO_OPERATOR,
  },
});

/** A payout or refund without a conclusive word for a day, or for a week; `amount` in minor units of `currency`. */
export const moneyUnresolved = (facts: {
  what: 'payout' | 'refund';
  stage: 'day' | 'week';
  amount: Minor;
  currency: Currency;
  provider: string;
  reference: string;
}): EmailContent => ({
  subject: `A ${facts.what} of ${formatMoney(facts.amount, facts.currency)} has no answer for a ${facts.stage}`,
  content: {
    heading: facts.stage === 'day' ? 'No answer for a day' : 'No answer for a week: a person has to decide',
    paragraphs: [
      `${facts.provider} has not said what became of a ${facts.what}. The money is held, and nothing is sent twice.`,
      facts.stage === 'day'
        ? 'It is asked about every day. Ask them too when you can.'
        : 'Ask them what became of it and have it ended there: the next question then books it.',
    ],
    facts: [
      ['Reference', facts.reference],
      ['Amount', formatMoney(facts.amount, facts.currency)],
    ],
    footer: TO_OPERATOR,
  },
});

/** Payment under an unknown reference. `amount` as the provider reports it, with its currency. */
export const moneyOfNobody = (facts: {
  provider: string;
  transactionId: string;
  reference: string;
  amount: string;
}): EmailContent => ({
  subject: `${facts.amount} came in that belongs to nobody we know`,
  content: {
    heading: `Unmatched payment of ${facts.amount}`,
    paragraphs: [
      `${facts.provider} reports a payment under a reference that is not ours. It is kept separate until somebody decides.`,
      `Find out at ${facts.provider} who paid and for what, and give it back there: our books follow by themselves.`,
    ],
    facts: [
      ['Transaction', facts.transactionId],
      ['Reference', facts.reference],
    ],
    footer: TO_OPERATOR,
  },
});

const listed = (names: string[]): string =>
  names.length > MAX_LISTED
    ? `${names.slice(0, MAX_LISTED).join(', ')} and ${names.length - MAX_LISTED} more`
    : names.join(', ');
