import { formatMoney } from '#core/money.ts';
import { settledDebt } from '#core/settled-debt.ts';
import type { PaymentDetails, Refund } from '../api.ts';

type Payment = PaymentDetails['payment'];

/** UI texts of the payment details. */
export const detailsTexts = {
  title: 'Payment',
  of: (name: string) => `Payment by ${name}`,
  loading: 'Loading the payment',
  failed: 'Failed to load the payment. Please try again.',
  gone: 'This payment is not on your list.',
  facts: 'Payment',
  method: 'Method',
  provider: 'Provider',
  reference: 'Reference',
  copy: 'Copy reference',
  copied: 'Copied',
  customer: 'Customer',
  started: 'Started',
  recorded: 'Recorded',
  paidOn: 'Paid on',
  cameIn: 'Received',
  receipt: 'Receipt',
  test: 'Test payment: no real money moved',
  settlement: 'What reached you',
  paid: 'Customer paid',
  surcharge: 'Of this for the fee',
  fee: (provider: string) => `${provider} fee`,
  received: 'You receive',
  inBalance: (when: string) => `Added to your balance: ${when}.`,
  settles: (provider: string, day: string) => `${provider} normally pays it out on ${day}.`,
  settled: (provider: string, day: string) => `${provider} normally paid it out on ${day}.`,
  allocations: 'What it paid',
  noInvoice: 'It paid no invoice.',
  nothingLeft: 'It pays no invoice any more.',
  credit: 'Credit left',
  creditHint: 'More than is owed. Use it for another invoice of this customer, or refund it.',
  spendOn: (number: string) => `Use for ${number}`,
  openFor: (balance: string) => `${balance} open`,
  refunds: 'Refunds',
  refundable: (amount: string) => `${amount} can still be refunded.`,
  note: (words: string) => `The provider says: ${words}`,
  history: 'History',
  giveBack: 'Refund',
  evidence: 'Evidence',
  evidences: {
    provider: 'Confirmed by the payment provider',
    statement: 'Seen in your bank statement',
    hand: 'Typed in. Not confirmed by a bank or a payment provider',
  },
  recordedBy: 'Recorded by',
  recordNote: 'Note',
  slip: 'Slip',
  openSlip: 'Open photo',
  undo: 'Undo payment',
  undoTitle: 'Undo this payment?',
  undoText: ({ appliedAmount, currency }: Payment) =>
    `${appliedAmount > 0 ? `${formatMoney(appliedAmount, currency)} is owed again and the` : 'The'} receipt is cancelled. No money moves.`,
  undoReason: 'Reason',
  undoReasonNeeded: 'Say why you undo it',
  undone: 'The payment was undone',
  undoFailed: 'The payment was not undone',
  handBack: 'Give back',
  handBackTitle: 'Give money back',
  handBackText: (most: string, { creditAmount }: Payment) =>
    `For money you gave back yourself, ${most} at most. ${creditAmount > 0 ? 'Their credit goes first; the rest is owed again' : 'It is owed again'}. Your balance here does not change.`,
  handBackAmount: 'Amount',
  handBackDay: 'Day',
  handBackSave: 'Note it',
  handedBack: 'Noted that you gave it back',
  handBackFailed: 'It was not noted',
  handBackAmountNeeded: 'Type how much you gave back',
  handBackMost: (most: string) => `You can give back ${most} at most`,
  handBackDayNeeded: 'Choose the day you gave it back',
  handBackReasonNeeded: 'Say why you gave it back',
  paidTwice: (name: string, amount: string, day: string) =>
    `Paid twice, or the same payment? ${name} recorded ${amount} on ${day}.`,
  keepThis: 'Same payment: undo the recorded one',
  creditHintTyped:
    'More than is owed. Use it for another invoice of this customer, or give it back yourself.',
  expected: 'expected',
} as const;

type State = { label: string; tone: 'ok' | 'warn' | 'bad' | 'info' | 'neutral'; next: string | null };

/** A state of a refund in words, with what comes next. */
export const refundStates: Record<Refund['status'], State> = {
  pending: {
    label: 'Waiting to be sent',
    tone: 'warn',
    next: 'It is sent in a moment. We hold the money until then.',
  },
  processing: {
    label: 'On its way',
    tone: 'info',
    next: 'The provider is sending it. Banks can take some days to show it to the customer.',
  },
  needs_attention: {
    label: 'Needs attention',
    tone: 'bad',
    next: 'It could not reach what the customer paid with. Ask the customer for a bank account and give it to the provider with the reference of this payment. The money stays held until then.',
  },
  completed: { label: 'Refunded', tone: 'ok', next: null },
  failed: {
    label: 'Did not go through',
    tone: 'bad',
    next: 'The customer did not get it. You can try once more.',
  },
};

/** The next step of a payment's refund: the money of one that failed came back, and may have settled a debt. */
export function refundNext({ status, settledDebt: debt, currency }: Refund): string | null {
  if (status !== 'failed') return refundStates[status].next;
  const came = debt > 0 ? `came back. ${settledDebt(debt, currency).join()}` : 'went back to your balance';
  return `The customer did not get it, and the money ${came}. You can try once more.`;
}

export const refundEvents: Record<Refund['status'], string> = {
  pending: 'You asked for a refund',
  processing: 'Refund on its way',
  needs_attention: 'Refund needs attention',
  completed: 'Refunded',
  failed: 'Refund did not go through',
};

export const eventTexts = {
  started: 'Customer began to pay',
  in: 'Payment received',
  recorded: 'Recorded by hand',
  seen: 'Recorded from your bank statement',
  undone: 'Undone',
  unasked: 'The bank or the provider returned money',
  settles: (provider: string) => `${provider} pays it out`,
  settled: (provider: string) => `${provider} paid it out`,
};

/** The customer's name, or that it is not known. */
export const customerNameOf = ({ payment }: PaymentDetails, unknown: string): string =>
  payment.customerId?.name || unknown;
