import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fault, faults } from '../../../../tests/simulators/faults.ts';
import { checkoutOf, refundOf, stripeFixture } from './testing.ts';

let world: Awaited<ReturnType<typeof stripeFixture>>;
let hasty: ReturnType<typeof world.adapter>;
let patient: typeof hasty;
beforeAll(async () => {
  world = await stripeFixture();
  hasty = world.adapter({ timeoutMs: 400 });
  patient = world.adapter();
});
afterAll(() => world.simulator.close());

/** Lets the fault happen to the calls chosen, and counts what was asked. */
async function during<T>(fault: Fault, chosen: 'GET' | 'POST' | 'all', work: () => Promise<T>) {
  const requests: string[] = [];
  world.simulator.setFaults(({ method }) => {
    requests.push(method);
    return chosen === 'all' || method === chosen ? fault : null;
  });
  try {
    return { told: await work(), heard: requests };
  } finally {
    world.simulator.setFaults(null);
  }
}

const refundsOf = (transactionId: string): number =>
  world.simulator.ledger.refunds.filter((refund) => refund.transactionId === transactionId).length;

describe.each(faults)('with the fault %s', (fault) => {
  // Little patience is for who never answers: on a busy machine it takes everybody for silent.
  const client = () => (fault === 'hang' ? hasty : patient);

  test('a checkout is asked for once, may be asked for again, and is the same then', async () => {
    const request = checkoutOf(world.newReference());
    const { told, heard } = await during(fault, 'all', () => client().startCheckout(request));
    expect(told).toMatchObject({ ok: false, retry: true });
    expect(heard).toEqual(['POST']);
    const [again, andAgain] = [await patient.startCheckout(request), await patient.startCheckout(request)];
    expect(again).toMatchObject({ ok: true });
    expect(andAgain).toEqual(again);
  });

  test('nothing is concluded about payments, lists or the balance', async () => {
    const { transactionId, reference } = await world.paid();
    const span = { from: new Date(0), until: world.clock() };
    const questions: (() => Promise<unknown>)[] = [
      () => client().verifyPayment(transactionId),
      () => client().listPayments(reference),
      () => client().payments(span, null),
      () => client().balance('USD'),
    ];
    for (const work of questions)
      expect((await during(fault, 'all', work)).told).toMatchObject({ ok: false, retry: true });
  });

  test('a refund whose answer is lost is unknown, and happens once when asked for again', async () => {
    const payment = await world.paid();
    const request = refundOf(payment);
    const { told, heard } = await during(fault, 'POST', () => client().sendRefund(request));
    expect(told).toMatchObject({ state: 'unknown', providerId: null });
    expect(heard).toEqual(['GET', 'POST']);
    const sent = refundsOf(payment.transactionId);
    expect(await patient.refundState(request)).toMatchObject({ state: sent ? 'completed' : 'not_found' });
    expect(await patient.sendRefund(request)).toMatchObject({ state: 'completed' });
    expect(refundsOf(payment.transactionId)).toBe(1);
  });

  test('a refund is not sent when it cannot be looked for', async () => {
    const payment = await world.paid();
    const request = refundOf(payment);
    const { told, heard } = await during(fault, 'GET', () => client().sendRefund(request));
    expect(told).toMatchObject({ state: 'unknown' });
    expect(heard).toEqual(['GET']);
    expect((await during(fault, 'GET', () => client().refundState(request))).told).toMatchObject({
      state: 'unknown',
    });
    expect(refundsOf(payment.transactionId)).toBe(0);
  });

  test('payouts are refused without asking', async () => {
    const request = {
      reference: 'out',
      amount: checkoutOf('x').amount,
      currency: 'USD' as const,
      bankCode: '058',
      accountNumber: '0123456789',
      accountName: 'Ada',
      narration: '',
    };
    const { told, heard } = await during(fault, 'all', async () => [
      await client().sendPayout(request),
      await client().payoutState('out'),
    ]);
    expect(told).toMatchObject([{ state: 'failed' }, { state: 'not_found' }]);
    expect(heard).toEqual([]);
  });
});

test('nobody at the address is no answer either', async () => {
  const nobody = world.adapter({ baseUrl: 'http://127.0.0.1:9' });
  expect(await nobody.verifyPayment('pi_1')).toEqual({
    ok: false,
    reason: 'could not be reached',
    retry: true,
  });
  const { told } = await during('hang', 'all', () => hasty.verifyPayment('pi_1'));
  expect(told).toEqual({ ok: false, reason: 'no answer in time', retry: true });
});
