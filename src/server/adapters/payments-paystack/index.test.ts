import { describe, expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import type { Checkout, Outcome } from '#server/kernel/ports/index.ts';
import { UNKNOWN_ACCOUNT } from '../../../../tests/simulators/paystack/send.ts';
import { type Call, serve } from '../../../../tests/simulators/serve.ts';
import { createPaystack } from './index.ts';
import {
  answering,
  checkoutRequest,
  KEY,
  paid,
  payoutRequest,
  refundRequest,
  type Stage,
  staged,
  START,
} from './testing.ts';

const span = { from: START, until: new Date(START.getTime() + DAY_MS) };

async function opened({ paystack }: Stage, change: Parameters<typeof checkoutRequest>[0] = {}) {
  const request = checkoutRequest(change);
  const answer: Outcome<{ checkout: Checkout }> = await paystack.startCheckout(request);
  if (!answer.ok) throw new Error(answer.reason);
  return { request, checkout: answer.checkout };
}

describe('a checkout', () => {
  test('has a page and, for naira, an account of its own', async () => {
    const on = await staged();
    const { request, checkout } = await opened(on);
    expect(checkout).toEqual({
      checkoutUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/checkout\//),
      account: {
        bankName: 'Paystack-Titan',
        accountNumber: expect.stringMatching(/^\d{10}$/),
        accountName: 'PAYSTACK CHECKOUT',
        expiresAt: new Date(START.getTime() + 1_800_000),
      },
      ussdCode: null,
    });
    expect(on.exchanges.map(({ body }) => body)).toMatchObject([
      { amount: 1_075_000, currency: 'NGN', metadata: { reference: request.reference } },
      { amount: 1_075_000, reference: `${request.reference.replaceAll('_', '.')}=bt` },
    ]);
    const dollars = await opened(on, { currency: 'USD' });
    expect(dollars.checkout.account).toBeNull();
  });

  test('is refused the second time, and before asking where Paystack would refuse', async () => {
    const on = await staged();
    const { request } = await opened(on);
    expect(await on.paystack.startCheckout(request)).toMatchObject({ ok: false, retry: false });
    const exchangesBefore = on.exchanges.length;
    for (const change of [
      { amount: minor(4_999) },
      { amount: minor(199), currency: 'USD' as const },
      { customerEmail: 'nobody' },
      { reference: 'a.b' },
      { reference: '__' },
    ])
      expect(await on.paystack.startCheckout(checkoutRequest(change))).toMatchObject({
        ok: false,
        retry: false,
      });
    expect(on.exchanges).toHaveLength(exchangesBefore);
    expect(await on.paystack.startCheckout(checkoutRequest({ amount: minor(5_000) }))).toMatchObject({
      ok: true,
    });
  });

  test('does without an account where there is none', async () => {
    const on = await staged();
    on.there.setFaults(({ path }) => (path === '/charge' ? 'error_before' : null));
    expect((await opened(on)).checkout.account).toBeNull();
  });

  test.each(['javascript:alert(1)', 'nowhere', ''])('never leads to %j', async (url) => {
    const request = checkoutRequest();
    const data = {
      authorization_url: url,
      access_code: 'x',
      reference: request.reference.replaceAll('_', '.'),
    };
    const paystack = answering([200, { status: true, message: 'x', data }]);
    expect(await paystack.startCheckout(request)).toMatchObject({ ok: false, retry: true });
  });
});

test('an answer about another checkout is none', async () => {
  const data = {
    authorization_url: 'https://checkout.paystack.com/x',
    access_code: 'x',
    reference: 'dw.other',
  };
  const paystack = answering([200, { status: true, message: 'x', data }]);
  expect(await paystack.startCheckout(checkoutRequest())).toMatchObject({ ok: false, retry: true });
});

describe('the page for people', () => {
  test('shows what is to be paid, takes it, tells of it and leads back', async () => {
    const on = await staged();
    const { request, checkout } = await opened(on);
    const page = await (await fetch(checkout.checkoutUrl)).text();
    expect(page).toContain('<title>Paystack</title>');
    expect(page).toContain('Bello &#38; Sons');
    expect(page).toContain('Pay ₦10,750.00');
    expect(page).toContain('href="https://duewell.example/pay/abc?from=mail"');
    const reply = await fetch(checkout.checkoutUrl, { method: 'POST', redirect: 'manual' });
    const wire = request.reference.replaceAll('_', '.');
    expect(reply.status).toBe(303);
    expect(reply.headers.get('location')).toBe(
      `https://duewell.example/pay/abc?from=mail&trxref=${wire}&reference=${wire}`,
    );
    expect(on.there.takeWebhooks()).toHaveLength(1);
    expect(await on.paystack.listPayments(request.reference)).toMatchObject({
      payments: [{ status: 'completed' }],
    });
    expect(await (await fetch(checkout.checkoutUrl)).text()).toContain('has been paid');
  });

  test('posts its notice where it was told to before it leads back', async () => {
    const on = await staged();
    const calls: Call[] = [];
    const receiver = await serve((call) => {
      calls.push(call);
      return { status: 200, body: {} };
    });
    onTestFinished(receiver.close);
    on.there.postTo(`${receiver.url}/webhooks/paystack`);
    await fetch((await opened(on)).checkout.checkoutUrl, { method: 'POST', redirect: 'manual' });
    expect(calls.map(({ raw, headers }) => on.paystack.parseWebhook(raw, headers)?.about)).toEqual([
      'payment',
    ]);
    expect(on.there.takeWebhooks()).toEqual([]);
  });
});

describe('a payment', () => {
  test('is told alike by its id, by our reference and in the list', async () => {
    const on = await staged();
    const { request } = await opened(on);
    const id = on.there.pay(request.reference, { method: 'ussd' });
    const payment = {
      transactionId: id,
      reference: request.reference,
      status: 'completed',
      amount: 1_075_000,
      refunded: 0,
      fee: 26_125,
      currency: 'NGN',
      method: 'ussd',
      testMode: true,
      paidAt: START,
    };
    expect(await on.paystack.verifyPayment(id)).toEqual({ ok: true, payment });
    expect(await on.paystack.listPayments(request.reference)).toEqual({ ok: true, payments: [payment] });
    expect(await on.paystack.payments(span, null)).toEqual({ ok: true, items: [payment], next: null });
    expect(on.there.ledger.payments).toEqual([expect.objectContaining({ transactionId: id, fee: 26_125 })]);
  });

  test('by transfer and one by card have one reference of ours', async () => {
    const on = await staged();
    const { request } = await opened(on);
    expect(await on.paystack.listPayments(request.reference)).toEqual({ ok: true, payments: [] });
    expect(await on.paystack.payments(span, null)).toEqual({ ok: true, items: [], next: null });
    const ids = [
      on.there.pay(request.reference, { method: 'bank_transfer' }),
      on.there.pay(request.reference),
    ];
    expect(new Set(ids).size).toBe(2);
    const answer = await on.paystack.listPayments(request.reference);
    expect(answer).toMatchObject({
      payments: [
        { transactionId: ids[1], reference: request.reference, method: 'card' },
        { transactionId: ids[0], reference: request.reference, method: 'bank_transfer' },
      ],
    });
  });

  test('goes from tried to failed to paid under one id', async () => {
    const on = await staged();
    const { request } = await opened(on);
    const id = on.there.pay(request.reference, { status: 'pending' });
    expect(await on.paystack.verifyPayment(id)).toMatchObject({
      payment: { status: 'pending', paidAt: null },
    });
    on.there.pay(request.reference, { transactionId: id, status: 'failed' });
    expect(await on.paystack.verifyPayment(id)).toMatchObject({ payment: { status: 'failed' } });
    on.there.pay(request.reference, {
      transactionId: id,
      amount: minor(5_000_001),
      currency: 'USD',
      otherMode: true,
    });
    expect(await on.paystack.verifyPayment(id)).toMatchObject({
      payment: { status: 'completed', amount: 5_000_001, currency: 'USD', testMode: false },
    });
  });

  test('nobody asked for is readable, and what nobody knows is null', async () => {
    const on = await staged();
    const id = on.there.payUnknownReference(minor(70_000));
    const [notice] = on.there.takeWebhooks();
    expect(
      notice && on.paystack.parseWebhook(Buffer.from(notice.body), new Headers(notice.headers)),
    ).toMatchObject({
      about: 'payment',
      transactionId: id,
    });
    expect(await on.paystack.verifyPayment(id)).toMatchObject({
      payment: { reference: id, method: 'bank_transfer', amount: 70_000, fee: 700 },
    });
    for (const unknown of ['never', '..', '../balance', ''])
      expect(await on.paystack.verifyPayment(unknown)).toEqual({ ok: true, payment: null });
    expect(await on.paystack.listPayments('never')).toEqual({ ok: true, payments: [] });
  });

  test('that went back says how much of it did, by whatever way', async () => {
    const on = await staged();
    for (let turn = 0; turn < 4; turn += 1) {
      const id = await paid(on);
      on.there.refundByProvider(id, minor(75_000));
      const partly = { status: 'completed', refunded: 75_000, amount: 1_075_000 };
      expect(await on.paystack.verifyPayment(id)).toMatchObject({ payment: partly });
      on.there.refundByProvider(id);
      expect(await on.paystack.verifyPayment(id)).toMatchObject({
        payment: { status: 'refunded', refunded: 1_075_000 },
      });
      const fullPayment = await paid(on);
      on.there.refundByProvider(fullPayment);
      expect(await on.paystack.verifyPayment(fullPayment)).toMatchObject({ payment: { status: 'refunded' } });
    }
    const list = await on.paystack.payments(span, null);
    expect(list.ok && list.items.map(({ refunded }) => refunded)).toEqual(
      Array.from({ length: 8 }, () => 1_075_000),
    );
  });

  test('lists have as many pages as it takes, and nothing outside the span', async () => {
    const on = await staged();
    const ids = Array.from({ length: 120 }, () => {
      on.pass(1_000);
      return on.there.payUnknownReference(minor(10_000));
    });
    const within = { from: new Date(START.getTime() + 2_000), until: new Date(START.getTime() + 120_000) };
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null = null; pages === 0 || cursor; pages += 1) {
      const page = await on.paystack.payments(within, cursor);
      if (!page.ok) throw new Error(page.reason);
      seen.push(...page.items.map(({ transactionId }) => transactionId));
      cursor = page.next;
    }
    expect(pages).toBe(3);
    expect(seen.toSorted()).toEqual(ids.slice(1, 119).toSorted());
  });
});

describe('a payout', () => {
  test('is sent once however often it is asked for', async () => {
    const on = await staged();
    on.there.fund(minor(1_000_000));
    const request = payoutRequest();
    const done = { state: 'completed', reason: null, fee: 1_000 };
    expect(await on.paystack.payoutState(request.reference)).toMatchObject({ state: 'not_found' });
    expect(await on.paystack.sendPayout(request)).toMatchObject({ state: 'processing' });
    expect(await on.paystack.payoutState(request.reference)).toEqual(done);
    expect(await on.paystack.sendPayout(request)).toEqual(done);
    expect(on.there.ledger.payouts).toMatchObject([{ sent: 1, state: 'completed', amount: 250_000 }]);
    expect(await on.paystack.balance('NGN')).toEqual({ ok: true, available: 749_000 });
    expect(await on.paystack.balance('USD')).toEqual({ ok: true, available: null });
    on.there.decidePayout(request.reference, 'reversed');
    expect(await on.paystack.payoutState(request.reference)).toMatchObject({ state: 'reversed' });
    expect(await on.paystack.payouts(span, null)).toEqual({
      ok: true,
      items: [
        {
          reference: request.reference,
          state: 'reversed',
          amount: 250_000,
          fee: 0,
          currency: 'NGN',
          bankCode: '058',
          accountNumber: '0123456785',
          createdAt: START,
        },
      ],
      next: null,
    });
  });

  test.each([
    ['more than there is', {}, /not enough/],
    ['an account no bank has', { accountNumber: UNKNOWN_ACCOUNT }, /resolve/],
    ['a bank that is none', { bankCode: '999' }, /Bank code/],
    ['dollars', { currency: 'USD' as const }, /naira/],
    ['a reference of another shape', { reference: 'WDR-1' }, /reference/],
  ])('of %s has failed, with the reason', async (_, change, reason) => {
    const on = await staged();
    const state = await on.paystack.sendPayout(payoutRequest(change));
    expect(state).toEqual({ state: 'failed', reason: expect.stringMatching(reason), fee: 0 });
    expect(on.there.ledger.payouts).toEqual([]);
  });

  test('refused for want of money has not failed when an earlier request went through', async () => {
    const on = await staged();
    on.there.fund(minor(300_000));
    const request = payoutRequest();
    on.there.setFaults(({ path }) => (path === '/transfer' ? 'lose_answer' : null));
    expect(await on.paystack.sendPayout(request)).toMatchObject({ state: 'unknown' });
    on.there.setFaults(null);
    expect(await on.paystack.sendPayout(request)).toMatchObject({ state: 'completed' });
    expect(on.there.ledger.payouts).toMatchObject([{ sent: 1 }]);
  });
});

describe('a refund', () => {
  test('is found again by our reference and given once', async () => {
    const on = await staged();
    const id = await paid(on);
    on.there.refundsEnd('processing');
    const request = refundRequest(id, { amount: minor(75_000) });
    expect(await on.paystack.refundState(request)).toMatchObject({ state: 'not_found' });
    const sent = await on.paystack.sendRefund(request);
    expect(sent).toEqual({ state: 'processing', reason: null, providerId: expect.stringMatching(/^\d+$/) });
    expect(await on.paystack.sendRefund({ ...request, providerId: sent.providerId })).toEqual(sent);
    expect(await on.paystack.refundState(request)).toEqual(sent);
    expect(await on.paystack.verifyPayment(id)).toMatchObject({
      payment: { refunded: 0, status: 'completed' },
    });
    on.there.decideRefunds(id, 'completed');
    expect(await on.paystack.refundState(request)).toMatchObject({ state: 'completed' });
    // Another reference is another refund.
    on.there.refundsEnd('failed');
    expect(await on.paystack.sendRefund(refundRequest(id, { amount: minor(75_000) }))).toMatchObject({
      providerId: expect.any(String),
    });
    expect(on.there.ledger.refunds).toMatchObject([{ state: 'completed' }, { state: 'failed' }]);
    expect(await on.paystack.verifyPayment(id)).toMatchObject({
      payment: { refunded: 75_000, status: 'completed' },
    });
  });

  test('of more than is left, or of nothing known, has failed', async () => {
    const on = await staged();
    const id = await paid(on);
    expect(await on.paystack.sendRefund(refundRequest(id, { amount: minor(1_075_001) }))).toEqual({
      state: 'failed',
      reason: 'Refund amount cannot be greater than initial amount',
      providerId: null,
    });
    expect(await on.paystack.sendRefund(refundRequest('nobody'))).toMatchObject({ state: 'failed' });
    expect(on.there.ledger.refunds).toEqual([]);
  });
});

describe('banks', () => {
  test('are those that take transfers, and tell whose an account is', async () => {
    const on = await staged();
    const answer = await on.paystack.banks('NGN');
    expect(answer.ok && answer.banks.find(({ code }) => code === '058')?.name).toMatch(/Guaranty/);
    expect(answer.ok && answer.banks.find(({ name }) => /Heritage/.test(name))).toBeUndefined();
    expect(await on.paystack.banks('USD')).toEqual({ ok: true, banks: [] });
    expect(await on.paystack.resolveAccount('058', '0022728151')).toEqual({
      ok: true,
      accountName: 'ADA OKORO 8151',
    });
    expect(await on.paystack.resolveAccount('058', UNKNOWN_ACCOUNT)).toEqual({ ok: true, accountName: null });
    expect(await on.paystack.resolveAccount('999', '0022728151')).toEqual({ ok: true, accountName: null });
  });
});

describe('the key', () => {
  test.each(['', 'sk_test_', 'pk_test_0123456789', 'secret'])('%j is none', (secretKey) => {
    expect(() => createPaystack({ baseUrl: 'http://x', secretKey, clock: () => START })).toThrow(
      'secret key',
    );
  });

  test('decides the mode, and a wrong one is told apart', async () => {
    const on = await staged();
    const made = (secretKey: string) =>
      createPaystack({ baseUrl: on.there.url, secretKey, clock: () => START });
    expect(made(KEY).testMode).toBe(true);
    const live = made(`sk_live_${'a'.repeat(40)}`);
    expect(live.testMode).toBe(false);
    const refusal = { ok: false, reason: 'the key is not accepted', retry: true };
    expect(await live.startCheckout(checkoutRequest())).toEqual(refusal);
    expect(await live.balance('NGN')).toEqual(refusal);
    expect(await live.sendPayout(payoutRequest())).toMatchObject({
      state: 'unknown',
      reason: refusal.reason,
    });
    expect(await live.sendRefund(refundRequest('x'))).toMatchObject({
      state: 'unknown',
      reason: refusal.reason,
    });
  });
});
