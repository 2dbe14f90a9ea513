import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { type Fault, faults } from '../../../../tests/simulators/faults.ts';
import { checkoutRequest, paid, payoutRequest, refundRequest, type Stage, staged } from './testing.ts';

/** Lets the n-th call from now on meet a fault and all others go well. */
function failNth({ there }: Stage, nth: number, fault: Fault): void {
  let seen = 0;
  there.setFaults(() => {
    seen += 1;
    return seen === nth ? fault : null;
  });
}

// No port function makes more calls than this for what is tried here. Waiting in vain takes time, so it is tried less.
const cases = faults.flatMap((fault) => [1, 2, 3, 4].map((nth) => [fault, nth] as const));
const endsFor = (fault: Fault) =>
  fault === 'hang' ? (['completed'] as const) : (['completed', 'failed', 'processing'] as const);
const stagedFor = (fault: Fault) => staged(fault === 'hang' ? 200 : undefined);

describe.each(cases)('with %s at call %i', (fault, nth) => {
  test('a payout is never sent twice and never called what it is not', async () => {
    const on = await stagedFor(fault);
    on.there.fund(minor(600_000));
    for (const end of endsFor(fault)) {
      on.there.payoutsEnd(end);
      const request = payoutRequest();
      const truth = () => on.there.ledger.payouts.find(({ reference }) => reference === request.reference);
      failNth(on, nth, fault);
      for (const result of [await on.paystack.sendPayout(request), await on.paystack.sendPayout(request)]) {
        const conclusive = ['completed', 'failed', 'reversed'].includes(result.state);
        expect(conclusive ? result.state : truth()?.state).toBe(truth()?.state);
      }
      failNth(on, nth === 1 ? 1 : 2, fault);
      const state = await on.paystack.payoutState(request.reference);
      expect(nth === 1 ? 'unknown' : truth()?.state).toBe(state.state);
      expect(truth()?.sent).toBe(1);
      on.there.setFaults(null);
      expect((await on.paystack.payoutState(request.reference)).state).toBe(truth()?.state);
    }
  });

  test('a refund is never given twice and never called what it is not', async () => {
    const on = await stagedFor(fault);
    for (const end of endsFor(fault)) {
      const id = await paid(on);
      on.there.refundsEnd(end);
      const request = refundRequest(id, { amount: minor(300_000) });
      const truths = () => on.there.ledger.refunds.filter(({ transactionId }) => transactionId === id);
      failNth(on, nth, fault);
      const result = [await on.paystack.sendRefund(request), await on.paystack.sendRefund(request)];
      failNth(on, nth, fault);
      result.push(await on.paystack.refundState(request));
      on.there.setFaults(null);
      result.push(await on.paystack.refundState(request));
      expect(truths()).toHaveLength(1);
      const possible = new Set(['unknown', 'processing', truths()[0]?.state]);
      expect(result.filter(({ state }) => !possible.has(state))).toEqual([]);
      expect(result.at(-1)?.state).toBe(truths()[0]?.state);
    }
  });

  test('a checkout is opened or not, and a payment is told as it is or not at all', async () => {
    const on = await stagedFor(fault);
    const request = checkoutRequest();
    failNth(on, nth, fault);
    const first = await on.paystack.startCheckout(request);
    expect(first.ok).toBe(nth > 1);
    if (!first.ok) expect(first.retry).toBe(true);
    on.there.setFaults(null);
    const second = await on.paystack.startCheckout(request);
    const done = ['lose_answer', 'error_after', 'malformed'].includes(fault) || nth > 1;
    expect(second).toMatchObject(done ? { ok: false, retry: false } : { ok: true });
    const id = on.there.pay(request.reference);
    on.there.refundByProvider(id, minor(75_000));
    failNth(on, nth, fault);
    const verified = await on.paystack.verifyPayment(id);
    if (verified.ok)
      expect(verified.payment).toMatchObject({ status: 'completed', amount: 1_075_000, refunded: 75_000 });
    else expect(verified.retry).toBe(true);
    expect(verified.ok).toBe(nth > 2);
  });
});
