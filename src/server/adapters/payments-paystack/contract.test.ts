import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import {
  countOperations,
  everythingForgiven,
  type Exchange,
  judge,
} from '../../../../tests/simulators/paystack/contract.ts';
import { checkoutRequest, paid, payoutRequest, refundRequest, type Stage, staged, START } from './testing.ts';

const span = { from: START, until: new Date(START.getTime() + DAY_MS) };

async function useEverything(stage: Stage): Promise<void> {
  const { paystack, there, pass } = stage;
  there.fund(minor(10_000_000));
  const id = await paid(stage);
  await paystack.startCheckout(checkoutRequest({ currency: 'USD' }));
  await paystack.startCheckout(checkoutRequest({ customerEmail: '@' }));
  await paystack.verifyPayment('unknown');
  const kept = await paystack.cardOf(id);
  if (!kept.ok || !kept.card) throw new Error('the payment left no card');
  const { token } = kept.card;
  const charge = { ...checkoutRequest(), token, email: 'ada@example.com' };
  await paystack.chargeSaved(charge);
  await paystack.chargeSaved(charge);
  there.chargesEnd('funds');
  await paystack.chargeSaved({ ...charge, reference: 'dw_second' });
  await paystack.revokeCard({ token, email: charge.email });
  await paystack.chargeSaved({ ...charge, reference: 'dw_third' });
  await paystack.sendRefund(refundRequest(id, { amount: minor(1_000) }));
  await paystack.sendRefund(refundRequest(id, { amount: minor(9_000_000) }));
  await paystack.verifyPayment(id);
  await paystack.banks('NGN');
  await paystack.resolveAccount('058', '0022728151');
  await paystack.resolveAccount('999', '0022728151');
  const payout = payoutRequest();
  await paystack.sendPayout(payout);
  await paystack.sendPayout(payout);
  await paystack.payoutState('wdr-nobody-knows-this');
  await paystack.balance('NGN');
  there.payUnknownReference(minor(10_000));
  pass(1_000);
  await paystack.payments(span, null);
  await paystack.payouts(span, null);
}

describe('the published contract', () => {
  test('covers every call the adapter makes, and has nothing against them or their answers', async () => {
    const stage = await staged();
    await useEverything(stage);
    const judged = stage.exchanges.map(judge);
    expect(judged.flatMap(({ objections }) => objections)).toEqual([]);
    expect([...new Set(judged.map(({ operation }) => operation))].toSorted()).toEqual([
      'GET /balance',
      'GET /bank',
      'GET /bank/resolve',
      'GET /refund',
      'GET /transaction',
      'GET /transaction/verify/{reference}',
      'GET /transfer',
      'GET /transfer/verify/{reference}',
      'POST /charge',
      'POST /customer/authorization/deactivate',
      'POST /refund',
      'POST /transaction/charge_authorization',
      'POST /transaction/initialize',
      'POST /transfer',
      'POST /transferrecipient',
    ]);
    // Each of the known refusals and successes was heard, not only sent.
    const statuses = stage.exchanges.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 201, 400, 404, 422]));
    expect(new Set(judged.flatMap(({ forgiven }) => forgiven))).toEqual(new Set(everythingForgiven));
    expect(countOperations()).toBeGreaterThan(150);
  });

  const call = (change: Partial<Exchange>): Exchange => ({
    method: 'POST',
    url: new URL('https://api.paystack.co/transaction/initialize'),
    body: { email: 'ada@example.com', amount: 5_000 },
    status: 200,
    answer: {
      status: true,
      message: 'x',
      data: { authorization_url: 'x', access_code: 'x', reference: null },
    },
    ...change,
  });

  test.each<[string, Partial<Exchange>, string[]]>([
    ['as it should be', {}, []],
    [
      'of an unknown path',
      { url: new URL('https://x/transaction/start') },
      ['POST /transaction/start is not documented'],
    ],
    [
      'with an unknown field',
      { body: { email: 'a@b.c', amount: 1, colour: 'red' } },
      ['POST /transaction/initialize body/colour'],
    ],
    ['without a field', { body: { email: 'a@b.c' } }, ['POST /transaction/initialize body required']],
    [
      'with a fraction',
      { body: { email: 'a@b.c', amount: 1.5 } },
      ['POST /transaction/initialize body/amount type'],
    ],
    [
      'with an unknown query',
      { url: new URL('https://x/transaction/initialize?a=1') },
      ['POST /transaction/initialize query/a'],
    ],
    [
      'answered wrongly',
      { answer: { data: { reference: 5 } } },
      ['POST /transaction/initialize 200/data/reference type'],
    ],
    ['answered unexpectedly', { status: 204 }, ['POST /transaction/initialize 204 is not documented']],
  ])('is heard on a call %s', (_, change, objections) => {
    expect(judge(call(change)).objections).toEqual(objections);
  });
});
