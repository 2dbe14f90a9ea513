import { type Currency, type Minor, minor } from '#core/money.ts';
import type { NewPayment } from './books.ts';
import { REFUND_AFTER_MS, SLOW_CARD_MS } from './rules.ts';

type Charge = Partial<
  Pick<
    NewPayment,
    'status' | 'plan' | 'afterMs' | 'note' | 'amount' | 'currency' | 'webhookCopies' | 'awaitsCode'
  >
>;

type TestCard = {
  key: string;
  number: string;
  title: string;
  text: string;
  charge: (amount: Minor, currency: Currency) => Charge;
  /** The result where it was kept and is charged again; as at first where it is left out. */
  again?: Charge & { answerLost?: true };
};

/**
 * Numbers begin with 9, which no card network issues, so that none of them can be somebody's card.
 * `charge` is how the payment differs from a plain success.
 */
export const testCards: readonly TestCard[] = [
  { key: 'success', number: '9000000000000001', title: 'Success', text: 'Paid at once.', charge: () => ({}) },
  {
    key: 'declined',
    number: '9000000000000019',
    title: 'Declined',
    text: 'The bank says no.',
    charge: () => ({ status: 'failed', note: 'Declined by the bank' }),
  },
  {
    key: 'funds',
    number: '9000000000000027',
    title: 'Insufficient funds',
    text: 'Not enough money on the card.',
    charge: () => ({ status: 'failed', note: 'Insufficient funds' }),
  },
  {
    key: 'otp',
    number: '9000000000000035',
    title: 'Needs a code',
    text: 'Asks for the code 123456.',
    charge: () => ({ status: 'pending', awaitsCode: true }),
    again: { status: 'failed', note: 'Authentication required' },
  },
  {
    key: 'slow',
    number: '9000000000000043',
    title: 'Slow success',
    text: 'Stays pending for 8 seconds, then is paid.',
    charge: () => ({ status: 'pending', plan: 'completed', afterMs: SLOW_CARD_MS }),
  },
  {
    key: 'slow-failure',
    number: '9000000000000050',
    title: 'Slow failure',
    text: 'Stays pending for 8 seconds, then fails.',
    charge: () => ({
      status: 'pending',
      plan: 'failed',
      afterMs: SLOW_CARD_MS,
      note: 'The bank did not answer',
    }),
  },
  {
    key: 'duplicate',
    number: '9000000000000068',
    title: 'Duplicate notices',
    text: 'Paid; the notice is sent three times.',
    charge: () => ({ webhookCopies: 3 }),
  },
  {
    key: 'silent',
    number: '9000000000000076',
    title: 'No notice',
    text: 'Paid; no notice is ever sent.',
    charge: () => ({ webhookCopies: 0 }),
  },
  {
    key: 'amount',
    number: '9000000000000084',
    title: 'Wrong amount',
    text: 'Only half of the amount is taken.',
    charge: (amount) => ({ amount: minor(Math.ceil(amount / 2)), note: 'Half of what was asked' }),
  },
  {
    key: 'currency',
    number: '9000000000000092',
    title: 'Wrong currency',
    text: 'The same figure, in the other currency.',
    charge: (_, currency) => ({
      currency: currency === 'NGN' ? 'USD' : 'NGN',
      note: 'Not the currency asked for',
    }),
  },
  {
    key: 'refund',
    number: '9000000000000100',
    title: 'Paid, then refunded',
    text: 'Paid, and given back 15 seconds later.',
    charge: () => ({ plan: 'refunded', afterMs: REFUND_AFTER_MS }),
  },
  {
    key: 'kept-funds',
    number: '9000000000000118',
    title: 'Later: no money',
    text: 'Paid; charged again it has too little money.',
    charge: () => ({}),
    again: { status: 'failed', note: 'Insufficient funds' },
  },
  {
    key: 'kept-stolen',
    number: '9000000000000126',
    title: 'Later: stolen',
    text: 'Paid; charged again it was reported stolen.',
    charge: () => ({}),
    again: { status: 'failed', note: 'Stolen card' },
  },
  {
    key: 'kept-declined',
    number: '9000000000000134',
    title: 'Later: declined',
    text: 'Paid; charged again the bank says no.',
    charge: () => ({}),
    again: { status: 'failed', note: 'Do not honour' },
  },
  {
    key: 'kept-lost',
    number: '9000000000000142',
    title: 'Later: no answer',
    text: 'Paid; charged again it is paid, but the answer is lost.',
    charge: () => ({}),
    again: { answerLost: true, webhookCopies: 0 },
  },
];

/** The card of the last four digits; they differ. */
export const cardByLast4 = (last4: string): TestCard | undefined =>
  testCards.find(({ number }) => number.endsWith(last4));

/** The digits of a card number in groups of four. */
export function groupDigits(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

export type CardForm = { number: string; expiry: string; cvv: string };

/** The test card of a form, or the problem of each field. A number that is no test card is never stored. */
export function readCard(
  form: CardForm,
  now: Date,
): { card: TestCard } | { errors: Partial<Record<keyof CardForm, string>> } {
  const digits = form.number.replace(/[\s-]/g, '');
  const card = testCards.find((known) => known.number === digits);
  const errors: Partial<Record<keyof CardForm, string>> = {};
  if (!digits) errors.number = 'Type a test card number';
  else if (!card)
    errors.number = 'That is not one of the test cards below. Never type a real card number here';
  const expiry = expiryProblem(form.expiry, now);
  if (expiry) errors.expiry = expiry;
  if (!/^\d{3,4}$/.test(form.cvv.trim())) errors.cvv = 'Type 3 digits; any will do';
  return card && Object.keys(errors).length === 0 ? { card } : { errors };
}

function expiryProblem(text: string, now: Date): string | null {
  const found = /^(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/.exec(text.trim());
  if (!found) return 'Type month and year, such as 12/30';
  const month = (2000 + Number(found[2])) * 12 + Number(found[1]) - 1;
  return month < now.getUTCFullYear() * 12 + now.getUTCMonth()
    ? 'This date has passed; any later one will do'
    : null;
}
