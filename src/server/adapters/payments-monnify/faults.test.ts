import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { type Fault, faults, seededFaults } from '../../../../tests/simulators/faults.ts';
import { checkoutFor, payoutFor, refundFor, stage } from './testing.ts';

const on = stage();
/** Those after which Monnify has done what it was asked to. */
const done: Fault[] = ['lose_answer', 'error_after', 'malformed'];
let count = 0;
const next = () => {
  count += 1;
  return count;
};

/** Lets the calls to that part of the address, or all but the login, fare badly while something is tried. */
async function during<T>(
  fault: Fault,
  part: string,
  work: (monnify: PaymentProvider) => Promise<T>,
): Promise<T> {
  // Only who waits for nothing may be in a hurry: a busy machine is slow without any fault.
  const monnify = fault === 'hang' ? on.adapter({ timeoutMs: 150 }) : on.monnify;
  on.sim.setFaults(({ path }) => (path.includes(part) && !path.includes('/auth/') ? fault : null));
  try {
    return await work(monnify);
  } finally {
    on.sim.setFaults(null);
  }
}
const paid = async () => {
  const reference = `chk_fault_${next()}`;
  await on.monnify.startCheckout(checkoutFor(reference));
  return { reference, id: on.sim.pay(reference) };
};
const payout = () => payoutFor(`wdr_fault_${next()}`, minor(1_000_000 + next()));
const sentOf = (reference: string) =>
  on.sim.ledger.payouts.filter((one) => one.reference === reference).reduce((sum, one) => sum + one.sent, 0);

describe.each(faults)('while calls meet %s', (fault) => {
  test('a payout is unknown, and leaves once', async () => {
    on.sim.fund(minor(100_000_000));
    const request = payout();
    const sending = (monnify: PaymentProvider) => monnify.sendPayout(request);
    expect(await during(fault, '/disbursements/single', sending)).toMatchObject({ state: 'unknown', fee: 0 });
    expect(await on.monnify.payoutState(request.reference)).toMatchObject({
      state: done.includes(fault) ? 'completed' : 'not_found',
    });
    expect(await on.monnify.sendPayout(request)).toMatchObject({ state: 'completed' });
    expect(sentOf(request.reference)).toBe(1);
  });

  test('a payout that is refused while its reference cannot be asked about is unknown', async () => {
    const request = { ...payout(), accountNumber: '0000000000' };
    const sending = (monnify: PaymentProvider) => monnify.sendPayout(request);
    expect(await during(fault, '/single/summary', sending)).toMatchObject({ state: 'unknown' });
  });

  test('the state of a payout is unknown', async () => {
    const request = payout();
    await on.monnify.sendPayout(request);
    const asking = (monnify: PaymentProvider) => monnify.payoutState(request.reference);
    expect(await during(fault, '', asking)).toMatchObject({ state: 'unknown' });
  });

  test('a refund is unknown, and is given once', async () => {
    const { id } = await paid();
    const request = refundFor(`rfd_fault_${next()}`, id, minor(1_000_000));
    const sending = (monnify: PaymentProvider) => monnify.sendRefund(request);
    expect(await during(fault, '/refunds', sending)).toMatchObject({ state: 'unknown' });
    expect(await on.monnify.refundState(request)).toMatchObject({
      state: done.includes(fault) ? 'completed' : 'not_found',
    });
    expect(await on.monnify.sendRefund(request)).toMatchObject({ state: 'completed' });
    expect(on.sim.ledger.refunds.filter(({ transactionId }) => transactionId === id)).toMatchObject([
      { amount: 1_000_000, state: 'completed' },
    ]);
  });

  test('the state of a refund is unknown', async () => {
    const { id } = await paid();
    const request = refundFor(`rfd_fault_${next()}`, id, minor(20_000));
    await on.monnify.sendRefund(request);
    expect(await during(fault, '', (monnify) => monnify.refundState(request))).toMatchObject({
      state: 'unknown',
    });
  });

  test('a checkout can be asked for again, and is one', async () => {
    const request = checkoutFor(`chk_fault_${next()}`);
    const starting = (monnify: PaymentProvider) => monnify.startCheckout(request);
    expect(await during(fault, '/invoice/', starting)).toMatchObject({ ok: false, retry: true });
    const opened = await starting(on.monnify);
    expect(opened).toMatchObject({ ok: true });
    expect(await starting(on.monnify)).toEqual(opened);
  });

  test.each(['/transactions/', '/refunds'])('a payment is not judged without %s', async (part) => {
    const { id, reference } = await paid();
    expect(await during(fault, part, (monnify) => monnify.verifyPayment(id))).toMatchObject({
      ok: false,
      retry: true,
    });
    expect(await during(fault, part, (monnify) => monnify.listPayments(reference))).toMatchObject({
      ok: false,
    });
  });

  test('the lists, banks, names and balance are not told', async () => {
    const span = { from: new Date(0), until: on.now() };
    const answers = await during(fault, '', (monnify) =>
      Promise.all([
        monnify.payments(span, null),
        monnify.payouts(span, null),
        monnify.banks('NGN'),
        monnify.resolveAccount('058', '0108024071'),
        monnify.balance('NGN'),
      ]),
    );
    expect(answers).toMatchObject(answers.map(() => ({ ok: false, retry: true })));
  });
});

test('through any mix of faults, each payout and refund happens at most once and none is lied about', async () => {
  on.sim.fund(minor(1_000_000_000));
  const { id } = await paid();
  for (let round = 0; round < 40; round += 1) {
    const request = payout();
    const refund = refundFor(`rfd_mix_${round}`, id, minor(10_000));
    on.sim.setFaults(
      seededFaults(
        round,
        0.5,
        faults.filter((fault) => fault !== 'hang'),
      ),
    );
    const result = [await on.monnify.sendPayout(request), await on.monnify.sendPayout(request)];
    const given = [await on.monnify.sendRefund(refund), await on.monnify.sendRefund(refund)];
    on.sim.setFaults(null);
    const sent = sentOf(request.reference);
    expect(sent).toBeLessThanOrEqual(1);
    for (const { state } of result)
      expect(sent === 1 ? ['completed', 'unknown'] : ['unknown']).toContain(state);
    for (const { state } of given) expect(['completed', 'unknown']).toContain(state);
    expect(await on.monnify.payoutState(request.reference)).toMatchObject({
      state: sent === 1 ? 'completed' : 'not_found',
    });
  }
  const { refunds } = on.sim.ledger;
  expect(
    refunds.filter((one) => one.transactionId === id && one.amount === 10_000).length,
  ).toBeLessThanOrEqual(40);
});

describe('the login', () => {
  /** An adapter that counts its logins, and whose first other calls are turned away. */
  const counting = (turnAway = 0) => {
    const counts = { logins: 0 };
    let left = turnAway;
    const monnify = on.adapter({
      fetch: async (url, init) => {
        if (String(url).endsWith('/auth/login')) counts.logins += 1;
        else if (left > 0) {
          left -= 1;
          return new Response('{"error":"invalid_token"}', { status: 401 });
        }
        return fetch(url, init);
      },
    });
    return { told: counts, monnify };
  };

  test('is one for all who wait, and is made anew before it runs out', async () => {
    const { told, monnify } = counting();
    await Promise.all(Array.from({ length: 8 }, () => monnify.banks('NGN')));
    on.pass(3_530_000);
    expect(told.logins).toBe(1);
    on.pass(20_000);
    expect(await monnify.banks('NGN')).toMatchObject({ ok: true });
    expect(told.logins).toBe(2);
  });

  test('is made anew once when a token is not taken', async () => {
    const { told, monnify } = counting(1);
    expect(await monnify.sendPayout(payout())).toMatchObject({ state: 'completed' });
    expect(told.logins).toBe(2);
    const never = counting(99);
    const request = payout();
    expect(await never.monnify.sendPayout(request)).toMatchObject({
      state: 'unknown',
      reason: expect.stringMatching(/key is not accepted/),
    });
    expect([never.told.logins, sentOf(request.reference)]).toEqual([2, 0]);
  });

  test('that fails is tried again by the next call, and a wrong key is named', async () => {
    const monnify = on.adapter();
    on.sim.setFaults(() => 'error_before');
    expect(await monnify.banks('NGN')).toMatchObject({ ok: false, retry: true });
    on.sim.setFaults(null);
    expect(await monnify.banks('NGN')).toMatchObject({ ok: true });
    const wrong = on.adapter({ secretKey: 'wrong' });
    expect(await wrong.verifyPayment('MNFY|1')).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/key is not accepted/),
    });
    expect(await wrong.sendRefund(refundFor('rfd_x', 'MNFY|1', minor(20_000)))).toMatchObject({
      state: 'unknown',
      reason: expect.stringMatching(/key is not accepted/),
    });
  });
});
