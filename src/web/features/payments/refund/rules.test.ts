import { describe, expect, test } from 'vitest';
import { minor, ZERO } from '#core/money.ts';
import type { PaymentDetails, Refund } from '../api.ts';
import { timelineOf } from '../details/timeline-events.ts';
import { detailsTexts, refundNext } from '../details/texts.ts';
import { effectOfRefund } from './rules.ts';

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

const refund = (amount: number, status: Refund['status'], more: Partial<Refund> = {}): Refund => ({
  id: `rfd_${amount}`,
  _id: `rfd_${amount}`,
  amount: minor(amount),
  currency: 'NGN',
  reason: 'Two trays came back',
  origin: 'owner',
  status,
  note: null,
  settledDebt: ZERO,
  createdAt: at('10:00'),
  updatedAt: at('11:00'),
  ...more,
});

/** ₦750 paid on an invoice of ₦500. */
const overpaid = (refunds: Refund[] = []): PaymentDetails => ({
  payment: {
    id: 'pay_1',
    _id: 'pay_1',
    customerId: null,
    invoiceId: null,
    otherInvoices: 0,
    transactionReference: 'ref',
    amount: minor(75_000),
    fee: minor(1_000),
    surcharge: minor(0),
    appliedAmount: minor(50_000),
    creditAmount: minor(25_000),
    refundedAmount: minor(0),
    returningAmount: minor(0),
    provider: 'Paystack',
    settlesOn: '2026-11-23',
    currency: 'NGN',
    paymentMethod: 'card',
    evidence: 'provider',
    status: 'completed',
    state: 'too_much',
    told: '',
    testMode: false,
    createdAt: at('09:05'),
    completedAt: at('09:00'),
  },
  settlement: null,
  record: null,
  paidTwice: null,
  refunds,
  refundable: minor(75_000),
  allocations: [{ invoiceId: 'inv_1', invoiceNumber: 'INV-0042', amount: minor(50_000) }],
  creditFor: [],
  receipt: { number: 'RCT-000001', url: 'https://duewell.example/receipt/8Lr3nY0uC5' },
});

test('undoing and giving back say what is owed again: not the part that is credit', () => {
  const { payment } = overpaid();
  const [onlyCredit, noCredit] = [
    { ...payment, appliedAmount: minor(0) },
    { ...payment, creditAmount: minor(0) },
  ];
  const { undoText, handBackText } = detailsTexts;
  expect(undoText(payment)).toContain('₦500.00 is owed again');
  expect(undoText(onlyCredit)).toBe('The receipt is cancelled. No money moves.');
  expect(handBackText('₦750.00', payment)).toContain('Their credit goes first; the rest is owed again.');
  expect(handBackText('₦500.00', noCredit)).toContain('It is owed again.');
});

test('an undone payment says when it was recorded and when it was undone', () => {
  const { payment, ...details } = overpaid();
  const typed = { recordedBy: 'Ada', note: null, slip: null, cancelledReason: null, reasonNeeded: false };
  const shown = (evidence: 'hand' | 'statement', undoneAt: Date | null) =>
    timelineOf(
      { ...details, payment: { ...payment, evidence }, record: { ...typed, undoneAt } },
      '2026-11-20',
    ).map((event) => [event.title, event.at]);
  expect(shown('hand', at('11:00'))).toEqual([
    ['Undone', at('11:00')],
    ['Recorded by hand', at('09:05')],
  ]);
  expect(shown('statement', null)).toEqual([['Recorded from your bank statement', at('09:05')]]);
});

describe('what giving back does', () => {
  test.each([
    [10_000, 10_000, 0, []],
    [25_000, 25_000, 0, []],
    [25_001, 25_000, 1, ['INV-0042']],
    [75_000, 25_000, 50_000, ['INV-0042']],
  ])(
    '%i takes %i of the credit first and %i off the invoices',
    (amount, fromCredit, fromInvoices, reopened) => {
      expect(effectOfRefund(overpaid(), minor(amount))).toEqual({ fromCredit, fromInvoices, reopened });
    },
  );
});

describe('the history of a payment', () => {
  const kinds = (details: PaymentDetails, today: string) =>
    timelineOf(details, today).map(({ kind, isExpected }) => (isExpected ? `${kind}?` : kind));

  test('what is expected stands above, and what was heard of late began no later than it came', () => {
    expect(kinds(overpaid(), '2026-11-21')).toEqual(['settle?', 'in', 'start']);
    const [, came, started] = timelineOf(overpaid(), '2026-11-21');
    expect(started?.at).toEqual(came?.at);
  });

  test('what is over takes its place among the refunds', () => {
    const lateRefund = refund(1_000, 'completed', { updatedAt: new Date('2026-11-25T09:00:00Z') });
    const details = overpaid([refund(2_000, 'completed'), lateRefund]);
    expect(kinds(details, '2026-11-26')).toEqual(['back', 'settle', 'back', 'in', 'start']);
  });
});

test('money of a refund that failed is not said to be in the balance where it settled a debt', () => {
  const came = /back to your balance/;
  expect(refundNext(refund(500, 'failed'))).toMatch(came);
  const settled = refundNext(refund(500, 'failed', { settledDebt: minor(300) }));
  expect(settled).toContain('came back. ₦3.00 of it settled what was owed');
  expect(settled).not.toMatch(came);
});
