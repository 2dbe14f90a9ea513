import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/durations.ts';
import { type Minor, minor } from '#core/money.ts';
import { checkoutFor, must, refundFor, stage } from './testing.ts';

const on = stage();

const open = async (amount?: Minor) => {
  const reference = on.reference();
  return { reference, ...must(await on.monnify.startCheckout(checkoutFor(reference, amount))) };
};
const verify = async (id: string) => must(await on.monnify.verifyPayment(id)).payment;

test('says what it is', () => {
  expect(on.monnify).toMatchObject({
    name: 'monnify',
    title: 'Monnify',
    testMode: true,
    collects: ['NGN'],
    paysOut: ['NGN'],
  });
  expect(on.adapter({ apiKey: 'MK_PROD_X', walletAccount: '' })).toMatchObject({
    testMode: false,
    paysOut: [],
  });
});

describe('a checkout', () => {
  test('is a page and an account that lives for a week', async () => {
    const { checkout } = await open();
    expect(checkout).toEqual({
      checkoutUrl: expect.stringContaining(`${on.sim.url}/checkout/MNFY|`),
      account: {
        bankName: 'Moniepoint Microfinance Bank',
        accountNumber: expect.stringMatching(/^\d{10}$/),
        accountName: "Ada's Stores",
        expiresAt: new Date(Math.floor((on.now().getTime() + 7 * DAY_MS) / 1000) * 1000),
      },
      ussdCode: null,
    });
  });

  test('is the same when asked for again, and refused for another amount', async () => {
    const { reference, checkout } = await open();
    expect(await on.monnify.startCheckout(checkoutFor(reference))).toEqual({ ok: true, checkout });
    expect(await on.monnify.startCheckout(checkoutFor(reference, minor(99_900)))).toMatchObject({
      ok: false,
      retry: false,
    });
  });

  test.each([
    ['too small an amount', { amount: minor(1_999) }, /minimum/],
    ['dollars', { currency: 'USD' as const }, /naira/],
    ['an address that is none', { customerEmail: 'nobody' }, /email/],
  ])('is refused for %s', async (_, change, reason) => {
    const answer = await on.monnify.startCheckout({ ...checkoutFor(on.reference()), ...change });
    expect(answer).toEqual({ ok: false, reason: expect.stringMatching(reason), retry: false });
  });

  test('is refused once its invoice has expired', async () => {
    const { reference } = await open();
    on.pass(7 * DAY_MS);
    expect(await on.monnify.startCheckout(checkoutFor(reference))).toMatchObject({ ok: false, retry: false });
  });

  test('can be paid by a person, who is brought back', async () => {
    const { reference, checkout } = await open();
    const shown = await (await fetch(checkout.checkoutUrl)).text();
    for (const part of ['<title>Monnify', 'Ada&#39;s Stores', 'Pay NGN 15000.50', reference, 'Cancel'])
      expect(shown).toContain(part);
    const paid = await fetch(checkout.checkoutUrl, { method: 'POST', redirect: 'manual' });
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `https://duewell.example/pay/done?i=1&paymentReference=${reference}`,
    ]);
    expect(must(await on.monnify.listPayments(reference)).payments).toMatchObject([
      { reference, status: 'completed', amount: 1_500_050 },
    ]);
    expect((await fetch(checkout.checkoutUrl, { method: 'POST', redirect: 'manual' })).status).toBe(409);
  });
});

describe('a payment', () => {
  test('is told as the books have it', async () => {
    const { reference } = await open();
    const id = on.sim.pay(reference, { method: 'card' });
    expect(id).toContain('|');
    expect(await verify(id)).toEqual({
      transactionId: id,
      reference,
      status: 'completed',
      amount: 1_500_050,
      refunded: 0,
      fee: 22_501,
      currency: 'NGN',
      method: 'card',
      testMode: true,
      paidAt: expect.any(Date),
    });
    expect(Math.abs(((await verify(id))?.paidAt ?? new Date(0)).getTime() - on.now().getTime())).toBeLessThan(
      1_000,
    );
  });

  test('counts with what arrived, be it too little or too much', async () => {
    const [less, more] = [await open(), await open()];
    const paidLess = on.sim.pay(less.reference, { amount: minor(100_001) });
    const paidMore = on.sim.pay(more.reference, { amount: minor(9_000_099) });
    expect(await verify(paidLess)).toMatchObject({ status: 'completed', amount: 100_001 });
    expect(await verify(paidMore)).toMatchObject({ status: 'completed', amount: 9_000_099 });
  });

  test('may be one of several into the same account', async () => {
    const { reference } = await open();
    const ids = [
      on.sim.pay(reference, { amount: minor(500_000) }),
      on.sim.pay(reference, { amount: minor(1_000_050) }),
    ];
    const { payments } = must(await on.monnify.listPayments(reference));
    expect(payments.map((one) => [one.transactionId, one.reference, one.amount])).toEqual([
      [ids[0], reference, 500_000],
      [ids[1], reference, 1_000_050],
    ]);
  });

  test('can be pending, then paid; or fail', async () => {
    const { reference } = await open();
    const id = on.sim.pay(reference, { status: 'pending', method: 'ussd' });
    expect(await verify(id)).toMatchObject({ status: 'pending', amount: 1_500_050, fee: 0, paidAt: null });
    on.sim.pay(reference, { transactionId: id });
    expect(await verify(id)).toMatchObject({ status: 'completed', method: 'ussd' });
    const failed = on.sim.pay(reference, { status: 'failed' });
    expect(await verify(failed)).toMatchObject({ status: 'failed', amount: 1_500_050, refunded: 0 });
  });

  test('is none where nobody has tried to pay', async () => {
    const from = on.now();
    const { reference } = await open();
    on.pass(1_000);
    expect(must(await on.monnify.listPayments(reference)).payments).toEqual([]);
    expect(must(await on.monnify.payments({ from, until: on.now() }, null)).items).not.toContainEqual(
      expect.objectContaining({ reference }),
    );
  });

  test('is null for what Monnify does not know, and of the other mode it knows nothing', async () => {
    expect(await verify('MNFY|00|0|1')).toBeNull();
    expect(must(await on.monnify.listPayments('chk_nobody')).payments).toEqual([]);
    expect(await verify(on.sim.pay((await open()).reference, { otherMode: true }))).toBeNull();
  });

  test('keeps its own currency and its own reference', async () => {
    const { reference } = await open();
    expect(await verify(on.sim.pay(reference, { currency: 'USD' }))).toMatchObject({ currency: 'USD' });
    const orphan = on.sim.payUnknownReference(minor(70_007));
    expect(await verify(orphan)).toMatchObject({ reference: orphan, amount: 70_007, status: 'completed' });
  });
});

describe('refunds', () => {
  const paid = async () => on.sim.pay((await open()).reference);
  const give = (id: string, amount: Minor, reference = `rfd_${on.reference()}`) => {
    const request = refundFor(reference, id, amount);
    return { request, sent: on.monnify.sendRefund(request) };
  };

  test('give back a part, then the rest', async () => {
    const id = await paid();
    const part = give(id, minor(500_000));
    expect(await part.sent).toEqual({ state: 'completed', reason: null, providerId: part.request.reference });
    expect(await verify(id)).toMatchObject({ status: 'completed', refunded: 500_000 });
    await give(id, minor(1_000_050)).sent;
    expect(await verify(id)).toMatchObject({ status: 'refunded', refunded: 1_500_050, amount: 1_500_050 });
  });

  test('of others count too', async () => {
    const id = await paid();
    on.sim.refundByProvider(id, minor(20_000));
    expect(await verify(id)).toMatchObject({ status: 'completed', refunded: 20_000 });
    on.sim.refundByProvider(id);
    expect(await verify(id)).toMatchObject({ status: 'refunded', refunded: 1_500_050 });
  });

  test('asked for twice are given once, also when nothing is left to give', async () => {
    const id = await paid();
    const { request, sent } = give(id, minor(1_500_050));
    await sent;
    expect(await on.monnify.sendRefund(request)).toMatchObject({ state: 'completed' });
    expect(on.sim.ledger.refunds.filter(({ transactionId }) => transactionId === id)).toHaveLength(1);
    expect(await on.monnify.sendRefund({ ...request, amount: minor(20_000) })).toMatchObject({
      state: 'unknown',
    });
  });

  test('can take their time and can fail', async () => {
    on.sim.refundsEnd('processing');
    const [good, bad] = [await paid(), await paid()];
    const [first, second] = [give(good, minor(20_000)), give(bad, minor(20_000))];
    expect([await first.sent, await second.sent]).toMatchObject([
      { state: 'processing' },
      { state: 'processing' },
    ]);
    expect(await verify(good)).toMatchObject({ refunded: 0 });
    on.sim.decideRefunds(good, 'completed');
    on.sim.decideRefunds(bad, 'failed');
    on.sim.refundsEnd('completed');
    expect(await on.monnify.refundState(first.request)).toMatchObject({ state: 'completed' });
    expect(await on.monnify.refundState(second.request)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/bank/),
    });
    expect(await verify(bad)).toMatchObject({ refunded: 0, status: 'completed' });
  });

  test.each([
    ['too much', minor(1_500_051), 'bank_transfer' as const, /above/],
    ['too little', minor(9_999), 'bank_transfer' as const, /minimum/],
    ['a card', minor(20_000), 'card' as const, /not permitted/],
  ])('are refused for %s', async (_, amount, method, reason) => {
    const id = on.sim.pay((await open()).reference, { method });
    const { request, sent } = give(id, amount);
    expect(await sent).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
    expect(await on.monnify.refundState(request)).toMatchObject({ state: 'not_found' });
  });
});

test('names holders of accounts, and banks', async () => {
  expect(await on.monnify.resolveAccount('058', '0108024071')).toMatchObject({
    ok: true,
    accountName: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
  });
  expect(await on.monnify.resolveAccount('058', '0000000001')).toEqual({ ok: true, accountName: null });
  expect(must(await on.monnify.banks('NGN')).banks).toContainEqual({ code: '044', name: 'Access Bank' });
  expect(must(await on.monnify.banks('USD')).banks).toEqual([]);
});

test('passes payments on the next working day', () => {
  expect(on.monnify.settlesOn(new Date('2026-11-26T22:59:00Z'), 'NGN')).toBe('2026-11-27');
  expect(on.monnify.settlesOn(new Date('2026-11-26T23:00:00Z'), 'NGN')).toBe('2026-11-30');
});
