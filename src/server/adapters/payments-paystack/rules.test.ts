import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId, newToken } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import { accountWireOf, oursOf, wireOf } from './references.ts';
import { answering, payoutRequest, refundRequest, START } from './testing.ts';

const transaction = (change: object) => ({
  status: true,
  message: 'Verification successful',
  data: {
    id: 4_099_260_516,
    domain: 'test',
    status: 'success',
    reference: 'dw.1',
    amount: 40_333,
    fees: 10_283,
    channel: 'card',
    currency: 'NGN',
    paid_at: '2024-08-22T09:15:02.000Z',
    created_at: '2024-08-22T09:14:24.000Z',
    ...change,
  },
});
const transfer = (change: object) => ({
  status: true,
  message: 'Transfer retrieved',
  data: {
    reference: payout.reference,
    transfer_code: 'TRF_1',
    status: 'success',
    amount: payout.amount,
    currency: 'NGN',
    recipient_code: 'RCP_1',
    details: { account_number: payout.accountNumber, bank_code: payout.bankCode },
    ...change,
  },
});
const payout = payoutRequest();

describe('references', () => {
  test('come back as they went, and are what Paystack takes', () => {
    const ours = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,60}$/);
    fc.assert(
      fc.property(ours, (reference) => {
        const wire = wireOf(reference) ?? '';
        expect(wire).toMatch(/^[A-Za-z0-9.=-]+$/);
        expect(oursOf(wire)).toBe(reference);
        expect(oursOf(accountWireOf(wire))).toBe(reference);
      }),
    );
  });

  test('of checkouts and withdrawals fit', () => {
    expect(wireOf(`dw_${newToken(15)}`)).toMatch(/^dw\./);
    expect(wireOf(newId('chk', START))).toMatch(/^chk\./);
    expect(newId('wdr', START).replace('_', '-')).toMatch(/^[a-z0-9_-]{16,50}$/);
  });

  test('of others stay theirs', () => {
    for (const theirs of ['T_1.2', 'a=b', 'ä', '=bt', '100004000000']) expect(oursOf(theirs)).toBe(theirs);
  });
});

describe('a payment', () => {
  test('has the amount to the kobo, as number and as text', async () => {
    const amounts = fc.integer({ min: 0, max: 1_000_000_000_000_000 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.boolean(), async (amount, asText) => {
        const ongoing = transaction({ amount: asText ? String(amount) : amount, status: 'ongoing' });
        expect(await answering([200, ongoing]).verifyPayment('dw.1')).toMatchObject({ payment: { amount } });
      }),
    );
  });

  test.each([
    ['failed', 'failed'],
    ['abandoned', 'cancelled'],
    ['ongoing', 'pending'],
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['queued', 'pending'],
    ['Success', 'pending'],
    ['something new', 'pending'],
  ])('that is %j there is %s', async (status, ours) => {
    expect(await answering([200, transaction({ status })]).verifyPayment('dw.1')).toMatchObject({
      payment: { status: ours, refunded: 0, paidAt: null },
    });
  });

  test.each([
    ['no amount', { amount: null }],
    ['half a kobo', { amount: 10.5 }],
    ['less than nothing', { amount: -1 }],
    ['an amount in words', { amount: 'ten' }],
    ['no currency', { currency: '' }],
    ['no mode', { domain: 'prod' }],
    ['no status', { status: '' }],
    ['another reference', { reference: 'dw.2' }],
    ['an odd fee', { fees: '1.5' }],
  ])('with %s is no answer', async (_, change) => {
    expect(await answering([200, transaction(change)]).verifyPayment('dw.1')).toMatchObject({
      ok: false,
      retry: true,
    });
  });

  test.each([
    [400, { status: false, message: 'Transaction reference not found', code: 'transaction_not_found' }, true],
    [404, { status: false, message: 'Transaction not found' }, true],
    [400, { status: false, message: 'Invalid key' }, false],
    [400, { status: false, message: 'Something else' }, false],
    [404, { message: 'Not found' }, false],
    [404, '<html>', false],
    [200, { status: true, message: 'x', data: null }, false],
    [500, { status: false, message: 'Transaction not found' }, false],
  ])('is unknown there only when Paystack says so: %i %j', async (status, body, isUnknown) => {
    const answer = await answering([status, body]).verifyPayment('dw.1');
    expect(answer.ok).toBe(isUnknown);
    if (answer.ok) expect(answer.payment).toBeNull();
  });
});

describe('a payout', () => {
  test.each([
    ['success', 'completed'],
    ['failed', 'failed'],
    ['abandoned', 'failed'],
    ['blocked', 'failed'],
    ['rejected', 'failed'],
    ['reversed', 'reversed'],
    ['pending', 'processing'],
    ['otp', 'processing'],
    ['received', 'processing'],
    ['SUCCESS', 'unknown'],
    ['something new', 'unknown'],
  ])('that is %j there is %s', async (status, state) => {
    expect(await answering([200, transfer({ status })]).payoutState(payout.reference)).toMatchObject({
      state,
    });
    expect(await answering([200, transfer({ status })]).sendPayout(payout)).toMatchObject({ state });
  });

  test.each([
    ['of another amount', { amount: 1 }],
    ['in another currency', { currency: 'GHS' }],
    ['of another reference', { reference: 'wdr-of-somebody-else' }],
    ['to another account', { details: { account_number: '0000000000', bank_code: '058' } }],
  ])('answered as one %s is unknown', async (_, change) => {
    expect(await answering([200, transfer(change)]).sendPayout(payout)).toMatchObject({ state: 'unknown' });
  });

  test.each([
    [404, { status: false, message: 'Transfer not found' }, 'not_found'],
    [400, { status: false, message: 'Something else' }, 'unknown'],
    [404, { message: 'Transfer not found' }, 'unknown'],
    [500, { status: false, message: 'Transfer not found' }, 'unknown'],
    [200, { status: false, message: 'Transfer not found' }, 'unknown'],
  ])('is unknown there only when Paystack says so: %i %j', async (status, body, state) => {
    expect(await answering([status, body]).payoutState(payout.reference)).toMatchObject({ state });
  });

  const notThere: [number, unknown] = [404, { status: false, message: 'Transfer not found' }];
  test.each([
    ['validation_error', 'Your balance is not enough to fulfill this request', 'failed'],
    ['processor_error', 'The bank is not available', 'unknown'],
    ['validation_error', 'Please provide a unique reference. Reference already exists', 'unknown'],
  ])('refused with a %s, %j, and not found is %s', async (type, message, state) => {
    const refusal: [number, unknown] = [400, { status: false, type, message }];
    const refused = answering([201, transfer({})], refusal, notThere);
    expect(await refused.sendPayout(payout)).toEqual({ state, reason: message, fee: 0 });
    const found = answering([201, transfer({})], refusal, [200, transfer({})]);
    expect(await found.sendPayout(payout)).toMatchObject({ state: 'completed' });
  });

  test('costs what the list says, and a payment is passed on the next working day', () => {
    const fee = (amount: number) => answering([500, null]).payoutFee(minor(amount), 'NGN', '2026-11-20');
    expect([500_000, 500_001, 5_000_000, 5_000_001].map(fee)).toEqual([1_000, 2_500, 2_500, 5_000]);
    // A Friday afternoon in Lagos, and a Sunday that is already Monday there.
    expect(answering([500, null]).settlesOn(new Date('2026-11-20T15:00:00Z'), 'NGN')).toBe('2026-11-23');
    expect(answering([500, null]).settlesOn(new Date('2026-11-22T23:30:00Z'), 'NGN')).toBe('2026-11-24');
  });
});

describe('a refund', () => {
  const request = refundRequest('dw.1');
  const refund = (status: string) => ({
    id: 7,
    transaction: 4_099_260_516,
    status,
    amount: 500,
    currency: 'NGN',
    merchant_note: `${request.reference} because`,
  });
  const list = (...data: object[]): [number, unknown] => [
    200,
    { status: true, message: 'x', meta: { pageCount: 1 }, data },
  ];
  const payment: [number, unknown] = [200, transaction({})];
  const during = (status: string, note?: string) =>
    answering(payment, list({ ...refund(status), ...(note ? { merchant_note: note } : {}) }));

  test('of another payment is neither ours nor counted, although the list has it', async () => {
    const others = list(
      { ...refund('processed'), transaction: 5 },
      { ...refund('processed'), id: 8, merchant_note: null },
    );
    expect(await answering(payment, others).refundState(request)).toMatchObject({ state: 'not_found' });
    expect(await answering(payment, others).verifyPayment('dw.1')).toMatchObject({
      payment: { refunded: 500 },
    });
  });

  test('refused because an earlier request took what was left has not failed', async () => {
    const refusal: [number, unknown] = [
      400,
      { status: false, message: 'Transaction has been fully reversed' },
    ];
    const first = answering(payment, list(), refusal, payment, list(refund('processed')));
    expect(await first.sendRefund(request)).toMatchObject({ state: 'completed' });
    const none = answering(payment, list(), refusal, payment, list());
    expect(await none.sendRefund(request)).toMatchObject({ state: 'failed' });
  });

  test.each([
    ['pending', 'processing'],
    ['processing', 'processing'],
    ['processed', 'completed'],
    ['failed', 'failed'],
    ['needs-attention', 'needs_attention'],
    ['something new', 'unknown'],
  ])('that is %j there is %s', async (status, state) => {
    expect(await during(status).refundState(request)).toMatchObject({ state, providerId: '7' });
  });

  test.each(['', 'Refund by owner@example.com', `${request.reference}0 because`, `for ${request.reference}`])(
    'with the note %j is not ours',
    async (note) => {
      expect(await during('processed', note || ' ').refundState(request)).toMatchObject({
        state: 'not_found',
      });
    },
  );
});
