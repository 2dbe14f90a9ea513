import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { type AttemptState, attemptStates } from './attempt-states.ts';
import { fill } from './fill.ts';
import { type Currency, formatMoney, type Minor, subtract, ZERO } from './money.ts';

/** For so long a payer who came back may wait for the provider's first word: it is asked twice meanwhile. */
export const UNANSWERED_MS = 15 * MINUTE_MS;
/** For so long a bank may take over a payment before nobody counts on it: it is asked three times meanwhile. */
export const WAITING_MS = HOUR_MS;

/** An attempt to pay an invoice, as far as it is known; amounts in minor units. */
export type AttemptFacts = {
  /** `unanswered`: its payer came back from the provider, which knows nothing of it yet. */
  status: 'unanswered' | 'pending' | 'completed' | 'failed' | 'cancelled' | 'refunded' | 'other_currency';
  method: string | null;
  amount: Minor;
  /** The part that went to invoices, and the part that is the customer's credit. */
  applied: Minor;
  over: Minor;
  refunded: Minor;
  /** `provider`: money went back that nobody here gave back. */
  refundedBy: 'owner' | 'provider' | null;
  /** The part on its way back; where there is none, the part its owner handed back. */
  back: Minor;
  isReturning: boolean;
  /** Left to pay on its invoice. */
  balance: Minor;
  /** When it was last heard of. */
  at: Date;
};

type Sentences = {
  /** For so long after it was last heard of the pay page tells it. */
  toldForMs: number;
  /** Whether it is told also where nothing is left to pay. */
  toldWhenClosed: boolean;
  /** To the owner, beside the invoice and in the list of payments. */
  owner: string;
  /** To the owner by mail and by WhatsApp; null where nothing is sent: no money moved, or it did before. */
  mail: string | null;
  whatsapp: string | null;
};

const overText = '{over} is more than is owed: use it for another invoice, or refund it.';
const paid = '{customer} paid {amount} for invoice {number}. {share}';

/**
 * Each state of an attempt, and what its owner is told of it; the payer's sentences have the same keys, in five
 * languages. `{names}` are filled in: `customer`, `number`, `amount`, `left`, `over`, `refunded`, `back`, `share` (the owner's, with the fee) and `receipt`.
 */
export const attempts: Record<AttemptState, Sentences> = {
  started: {
    toldForMs: UNANSWERED_MS,
    toldWhenClosed: false,
    owner: '{customer} went to pay {amount}. There is no answer yet. We are asking the payment provider.',
    mail: null,
    whatsapp: null,
  },
  waiting: {
    toldForMs: WAITING_MS,
    toldWhenClosed: true,
    owner: '{amount} from {customer} is on its way. It is not in yet: do not hand anything over for it.',
    mail: null,
    whatsapp: null,
  },
  declined: {
    toldForMs: HOUR_MS / 2,
    toldWhenClosed: false,
    owner: 'The card of {customer} was declined. No money was taken. They can try another card, or transfer.',
    mail: null,
    whatsapp: null,
  },
  not_through: {
    toldForMs: HOUR_MS / 2,
    toldWhenClosed: false,
    owner: 'The payment of {customer} did not go through. No money is in. They can try again.',
    mail: null,
    whatsapp: null,
  },
  expired: {
    toldForMs: WAITING_MS + DAY_MS,
    toldWhenClosed: false,
    owner:
      'The payment provider has not confirmed {amount} from {customer}. No money is in: do not count on it. If it still comes, it is added here and we tell you.',
    mail: null,
    whatsapp: null,
  },
  abandoned: {
    toldForMs: UNANSWERED_MS + DAY_MS,
    toldWhenClosed: false,
    owner: '{customer} began to pay and did not finish. No money is in. A reminder may help.',
    mail: null,
    whatsapp: null,
  },
  // Its own mail has the sum and the way to refund it.
  other_currency: {
    toldForMs: 30 * DAY_MS,
    toldWhenClosed: true,
    owner:
      'Money from {customer} came in another currency. It was not used for this invoice. Refund it under Payments.',
    mail: null,
    whatsapp: null,
  },
  reversed: {
    toldForMs: 7 * DAY_MS,
    toldWhenClosed: true,
    owner:
      'The bank or the payment provider returned {refunded} to {customer}. It left your balance. Ask {customer} what happened.',
    mail: 'The bank or the payment provider returned {refunded} of what {customer} paid for invoice {number}. It left your balance. Ask {customer} what happened.',
    whatsapp:
      '{refunded} went back to {customer} for invoice {number}. It left your balance. Ask them what happened.',
  },
  refunded: {
    toldForMs: 7 * DAY_MS,
    toldWhenClosed: true,
    owner: '{refunded} was refunded to {customer}. Some banks take days to show it.',
    mail: '{customer} was refunded {refunded} of what was paid for invoice {number}. Some banks take days to show it.',
    whatsapp: '{refunded} was refunded to {customer} for invoice {number}. Some banks take days to show it.',
  },
  returning: {
    toldForMs: 30 * DAY_MS,
    toldWhenClosed: true,
    owner: '{customer} paid {amount}. Nothing is owed for it, and {back} is on its way back to them.',
    mail: null,
    whatsapp: null,
  },
  given_back: {
    toldForMs: 7 * DAY_MS,
    toldWhenClosed: true,
    owner: '{customer} paid {amount}. You gave {back} back to them.',
    mail: null,
    whatsapp: null,
  },
  // Either may also follow a credit note: the pages say what is owed now, not what was when the money came.
  late: {
    toldForMs: 30 * DAY_MS,
    toldWhenClosed: true,
    owner:
      '{customer} paid {amount}. {share} All of it is more than is owed: use it for another invoice, or refund it.',
    mail: `${paid} Nothing was owed on it any more: use the money for another invoice of theirs, or refund it.`,
    whatsapp: `${paid} Nothing was owed on it any more: use it for another invoice, or refund it.`,
  },
  too_much: {
    toldForMs: 30 * DAY_MS,
    toldWhenClosed: true,
    owner: `{customer} paid {amount}. {share}{receipt} ${overText}`,
    mail: `${paid}{receipt} {over} is more than was owed: use it for another invoice of theirs, or refund it.`,
    whatsapp: `${paid}{receipt} {over} is too much: use it for another invoice, or refund it.`,
  },
  part_paid: {
    toldForMs: HOUR_MS / 2,
    toldWhenClosed: false,
    owner: '{customer} paid {amount}. {share}{receipt} {left} is left.',
    mail: `${paid}{receipt} {left} is left.`,
    whatsapp: `${paid}{receipt} {left} is left.`,
  },
  paid: {
    toldForMs: HOUR_MS / 2,
    toldWhenClosed: false,
    owner: '{customer} paid {amount}. {share}{receipt}',
    mail: `${paid}{receipt}`,
    whatsapp: `${paid}{receipt}`,
  },
};

type Condition = (facts: AttemptFacts, waitedMs: number) => boolean;

// No invoice has any of it, and none is left to use.
const isBackAlone = ({ applied, over, back }: AttemptFacts): boolean =>
  applied === 0 && over === 0 && back > 0;

const conditions: Record<AttemptState, Condition> = {
  started: ({ status }, waitedMs) => status === 'unanswered' && waitedMs < UNANSWERED_MS,
  waiting: ({ status }, waitedMs) => status === 'pending' && waitedMs < WAITING_MS,
  declined: ({ status, method }) => status === 'failed' && method === 'card',
  not_through: ({ status }) => status === 'failed',
  expired: ({ status }) => status === 'pending',
  abandoned: ({ status }) => status === 'unanswered' || status === 'cancelled',
  other_currency: ({ status }) => status === 'other_currency',
  reversed: ({ refunded, refundedBy }) => refunded > 0 && refundedBy === 'provider',
  refunded: ({ refunded }) => refunded > 0,
  returning: (facts) => isBackAlone(facts) && facts.isReturning,
  given_back: isBackAlone,
  late: ({ applied }) => applied === 0,
  too_much: ({ over }) => over > 0,
  part_paid: ({ balance }) => balance > 0,
  paid: () => true,
};

const msSince = ({ at }: AttemptFacts, now: Date): number => now.getTime() - at.getTime();

/** The state of an attempt: the first of the table whose condition holds. */
export const attemptStateOf = (facts: AttemptFacts, now: Date): AttemptState =>
  attemptStates.find((state) => conditions[state](facts, msSince(facts, now))) ?? 'paid';

/**
 * The attempt a payer is told of: one whose money is on its way, so that nobody pays twice, else the newest. Null when
 * there is none, when it was long ago, and when it no longer matters because its invoice is paid or cancelled.
 */
export function attemptToTell(
  all: readonly AttemptFacts[],
  { now, isOpen }: { now: Date; isOpen: boolean },
): { state: AttemptState; attempt: AttemptFacts } | null {
  const newest = all
    .map((attempt) => ({ state: attemptStateOf(attempt, now), attempt }))
    .toSorted((a, b) => b.attempt.at.getTime() - a.attempt.at.getTime());
  const told = newest.find(({ state }) => state === 'waiting') ?? newest[0];
  if (!told) return null;
  const { toldForMs, toldWhenClosed } = attempts[told.state];
  return msSince(told.attempt, now) < toldForMs && (isOpen || toldWhenClosed) ? told : null;
}

/** Whether the provider's answer is still awaited. Each of these ends by itself. */
export const isUnanswered = (state: AttemptState): boolean => state === 'started' || state === 'waiting';

/** The owner's share of a payment in words. Amounts in minor units. */
export const shareOf = (payment: { amount: Minor; fee: Minor; currency: Currency }): string =>
  payment.fee === 0
    ? 'All of it is yours.'
    : `${formatMoney(subtract(payment.amount, payment.fee), payment.currency)} is yours, fee ${formatMoney(payment.fee, payment.currency)}.`;

/** Names and sums an owner's sentence is filled with; amounts in minor units. */
export type AttemptNames = {
  customer: string;
  number: string;
  currency: Currency;
  amount: Minor;
  fee?: Minor;
  balance?: Minor;
  over?: Minor;
  refunded?: Minor;
  back?: Minor;
  receiptSent?: boolean;
};

/** Values for the `{names}` of a sentence. */
export const attemptValues = (names: AttemptNames) => {
  const { customer, number, amount, fee = ZERO, currency, receiptSent } = names;
  const money = (sum: Minor = ZERO) => formatMoney(sum, currency);
  return {
    customer,
    number,
    amount: money(amount),
    left: money(names.balance),
    over: money(names.over),
    refunded: money(names.refunded),
    back: money(names.back),
    share: shareOf({ amount, fee, currency }),
    receipt: receiptSent ? ' Receipt sent.' : '',
  };
};

/** Whether the customer has credit left of a payment of which a part went back. */
export const leavesCredit = (state: AttemptState, over: Minor = ZERO): boolean =>
  (state === 'refunded' || state === 'reversed') && over > 0;

/** The owner's sentence for an attempt. */
export function ownerSentence(state: AttemptState, names: AttemptNames): string {
  const sentence = attempts[state].owner;
  return fill(leavesCredit(state, names.over) ? `${sentence} ${overText}` : sentence, attemptValues(names));
}

/** The owner's sentence in a message; null where none is sent. */
export function messageSentence(
  channel: 'mail' | 'whatsapp',
  state: AttemptState,
  names: AttemptNames,
): string | null {
  const sentence = attempts[state][channel];
  return sentence === null ? null : fill(sentence, attemptValues(names));
}
