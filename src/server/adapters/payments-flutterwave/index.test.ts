import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Minor, minor } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import {
  type FlutterwaveSimulator,
  startFlutterwaveSimulator,
} from '../../../../tests/simulators/flutterwave/index.ts';
import { createFlutterwave } from './index.ts';
import { checkoutOf, payoutOf, refundOf } from './testing.ts';

let now = new Date('2026-11-20T09:00:00Z');
const clock = () => now;
let sim: FlutterwaveSimulator;
let flutterwave: PaymentProvider;

const open = (secretKey = sim.settings.FLUTTERWAVE_SECRET_KEY ?? '') =>
  createFlutterwave({
    baseUrl: sim.url,
    secretKey,
    secretHash: sim.settings.FLUTTERWAVE_SECRET_HASH ?? '',
    timeoutMs: 20_000,
    clock,
  });

beforeAll(async () => {
  sim = await startFlutterwaveSimulator(clock);
  flutterwave = open();
  sim.fund(minor(1_000_000_000));
});
afterAll(() => sim.close());

async function paid(amount: Minor = minor(250_050)): Promise<{ id: string; reference: string }> {
  const request = checkoutOf({ amount });
  await flutterwave.startCheckout(request);
  return { id: sim.pay(request.reference), reference: request.reference };
}
const verified = async (id: string) => {
  const answer = await flutterwave.verifyPayment(id);
  return answer.ok ? answer.payment : answer.reason;
};

test('A checkout has a page and an account, and the same reference gives the same', async () => {
  const request = checkoutOf();
  const first = await flutterwave.startCheckout(request);
  expect(first).toEqual({
    ok: true,
    checkout: {
      checkoutUrl: expect.stringMatching(/\/v3\/hosted\/pay\/flwlnk-[0-9a-f]+$/),
      account: {
        bankName: 'WEMA BANK',
        accountNumber: expect.stringMatching(/^78\d{8}$/),
        accountName: 'Bright & Sons',
        expiresAt: new Date('2026-11-20T10:00:00Z'),
      },
      ussdCode: null,
    },
  });
  expect(await flutterwave.startCheckout(request)).toEqual(first);
  const more = await flutterwave.startCheckout({ ...request, amount: minor(1) });
  expect(more).toMatchObject({ ok: false, retry: false });
});

test('Dollars have a page only, and what cannot be asked for is refused', async () => {
  const dollars = await flutterwave.startCheckout(checkoutOf({ currency: 'USD' }));
  expect(dollars).toMatchObject({ ok: true, checkout: { account: null } });
  const nobody = await flutterwave.startCheckout(checkoutOf({ customerEmail: 'nobody' }));
  expect(nobody).toEqual({ ok: false, reason: 'customer.email is required', retry: false });
});

test('A customer pays on the page, comes back, and the payment is found by both names', async () => {
  const request = checkoutOf();
  const started = await flutterwave.startCheckout(request);
  const page = started.ok ? started.checkout.checkoutUrl : '';
  const shown = await (await fetch(page)).text();
  expect(shown).toContain('<title>Flutterwave</title>');
  expect(shown).toContain('Bright &#38; Sons');
  expect(shown).toContain('Pay ₦2,500.50');
  const back = await fetch(page, { method: 'POST', redirect: 'manual' });
  const location = new URL(back.headers.get('location') ?? '');
  const id = location.searchParams.get('transaction_id') ?? '';
  expect([back.status, location.searchParams.get('status'), location.searchParams.get('lang')]).toEqual([
    303,
    'successful',
    'en',
  ]);
  const payment = await verified(id);
  expect(payment).toEqual({
    transactionId: id,
    reference: request.reference,
    status: 'completed',
    amount: 250_050,
    refunded: 0,
    fee: sim.ledger.payments.find(({ transactionId }) => transactionId === id)?.fee,
    currency: 'NGN',
    method: 'card',
    testMode: true,
    paidAt: now,
  });
  expect(await flutterwave.listPayments(request.reference)).toEqual({ ok: true, payments: [payment] });
});

test('Every attempt under a reference is listed, with its own end', async () => {
  const request = checkoutOf();
  await flutterwave.startCheckout(request);
  sim.pay(request.reference, { status: 'failed' });
  const waiting = sim.pay(request.reference, { status: 'pending', method: 'ussd' });
  const ends = async () => {
    const listed = await flutterwave.listPayments(request.reference);
    return listed.ok && listed.payments.map(({ status }) => status).toSorted();
  };
  expect(await ends()).toEqual(['failed', 'pending']);
  sim.pay(request.reference, { transactionId: waiting });
  expect(await ends()).toEqual(['completed', 'failed']);
  expect(await verified(waiting)).toMatchObject({ method: 'ussd', paidAt: now });
});

test('What nobody here knows is null: unknown ids, odd ids, and money of the other mode', async () => {
  const request = checkoutOf();
  await flutterwave.startCheckout(request);
  const elsewhere = sim.pay(request.reference, { otherMode: true });
  for (const id of ['12', '13', 'abc', '../12', '', elsewhere]) expect(await verified(id)).toBeNull();
  expect(await flutterwave.listPayments('nobody-asked')).toEqual({ ok: true, payments: [] });
  expect(await verified(sim.payUnknownReference(minor(70_000)))).toMatchObject({
    status: 'completed',
    amount: 70_000,
  });
});

test('What went back shows on the payment, whoever asked for it', async () => {
  const payment = await paid(minor(100_000));
  sim.refundByProvider(payment.id, minor(30_050));
  expect(await verified(payment.id)).toMatchObject({ status: 'completed', refunded: 30_050 });
  const rest = refundOf(payment.id, 69_950);
  expect(await flutterwave.sendRefund(rest)).toMatchObject({ state: 'completed' });
  expect(await verified(payment.id)).toMatchObject({
    status: 'refunded',
    refunded: 100_000,
    amount: 100_000,
  });
});

test('Money the bank takes away in a dispute shows, though nobody tells', async () => {
  const payment = await paid(minor(100_000));
  sim.takeWebhooks();
  sim.refundByProvider(payment.id, minor(20_000));
  sim.chargeBack(payment.id, minor(50_000));
  expect(sim.takeWebhooks()).toHaveLength(1);
  expect(await verified(payment.id)).toMatchObject({ status: 'completed', refunded: 70_000 });
  expect(sim.ledger.payments.find(({ transactionId }) => transactionId === payment.id)?.refunded).toBe(
    70_000,
  );
  sim.chargeBack(payment.id);
  expect(await verified(payment.id)).toMatchObject({ status: 'refunded' });
});

test('Banks, accounts and the balance are asked for', async () => {
  const banks = await flutterwave.banks('NGN');
  expect(banks.ok && banks.banks).toContainEqual({ code: '058', name: expect.stringMatching(/Guaranty/i) });
  expect(await flutterwave.banks('USD')).toEqual({ ok: true, banks: [] });
  const holder = (account: string, bank = '058') => flutterwave.resolveAccount(bank, account);
  expect(await holder('0108024071')).toEqual({
    ok: true,
    accountName: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
  });
  expect(await holder('0000000000')).toEqual({ ok: true, accountName: null });
  expect(await holder('0108024071', '999999')).toEqual({ ok: true, accountName: null });
  expect(await holder('0000000099')).toMatchObject({ ok: false, retry: true });
  expect(await flutterwave.balance('NGN')).toEqual({ ok: true, available: sim.ledger.balance });
});

test('A wrong key is told apart everywhere, and concludes nothing', async () => {
  const wrong = open('FLWSECK_TEST-wrong-X');
  const reason = 'Flutterwave: the key is not accepted';
  expect(await wrong.startCheckout(checkoutOf())).toEqual({ ok: false, reason, retry: true });
  expect(await wrong.verifyPayment('12')).toEqual({ ok: false, reason, retry: true });
  expect(await wrong.balance('NGN')).toEqual({ ok: false, reason, retry: true });
  expect(await wrong.sendPayout(payoutOf())).toMatchObject({ state: 'unknown', reason });
  const refunded = await wrong.sendRefund(refundOf('12', 1));
  expect(refunded).toMatchObject({ state: 'unknown', reason });
  expect([wrong.testMode, open('FLWSECK-live-X').testMode]).toEqual([true, false]);
});

test('Fees by amount, and the days money is passed on', () => {
  const fee = (amount: number) => flutterwave.payoutFee(minor(amount), 'NGN', '2026-11-20');
  expect([500_000, 500_001, 5_000_000, 5_000_001].map(fee)).toEqual([1_075, 2_688, 2_688, 5_375]);
  const friday = new Date('2026-11-20T22:59:00Z');
  expect(flutterwave.settlesOn(friday, 'NGN')).toBe('2026-11-23');
  expect(flutterwave.settlesOn(friday, 'USD')).toBe('2026-11-27');
});

test('Lists are read page by page, with everything of the span and nothing else', async () => {
  now = new Date('2026-03-02T23:30:00Z');
  const early = await paid();
  now = new Date('2026-03-03T00:00:00Z');
  const expected: string[] = [];
  const sent: string[] = [];
  for (let i = 0; i < 23; i++) {
    now = new Date(now.getTime() + 60_000);
    const payment = await paid(minor(100_000 + i));
    expected.push(payment.id);
    const payout = payoutOf();
    await flutterwave.sendPayout(payout);
    sent.push(payout.reference);
  }
  sim.refundByProvider(expected[0] ?? '');
  const span = { from: new Date('2026-03-03T00:00:00Z'), until: now };
  now = new Date('2026-03-04T00:00:00Z');
  await paid();
  const paymentPages = await pagesOf((cursor) => flutterwave.payments(span, cursor));
  const payoutPages = await pagesOf((cursor) => flutterwave.payouts(span, cursor));
  const listed = paymentPages.flat();
  // `until` itself is not included.
  expect(listed.map(({ transactionId }) => transactionId).toSorted()).toEqual(
    expected.slice(0, -1).toSorted(),
  );
  expect(listed.find(({ transactionId }) => transactionId === expected[0])?.status).toBe('refunded');
  expect(listed.some(({ transactionId }) => transactionId === early.id)).toBe(false);
  expect(
    payoutPages
      .flat()
      .map(({ reference: of }) => of)
      .toSorted(),
  ).toEqual(sent.slice(0, -1).toSorted());
  expect([paymentPages.length, payoutPages.length]).toEqual([3, 3]);
  expect(await flutterwave.payments(span, 'elsewhere')).toMatchObject({ ok: false, retry: false });
});

async function pagesOf<T>(
  ask: (cursor: string | null) => Promise<{ ok: boolean; items?: T[]; next?: string | null }>,
): Promise<T[][]> {
  const pages: T[][] = [];
  for (let cursor: string | null = null, page = 0; page < 10; page++) {
    const answer = await ask(cursor);
    expect(answer.ok).toBe(true);
    pages.push(answer.items ?? []);
    cursor = answer.next ?? null;
    if (cursor === null) break;
  }
  return pages;
}

test('Every amount comes back as it went out', async () => {
  const amounts = fc.integer({ min: 10_000, max: 100_000_000_000 });
  await fc.assert(
    fc.asyncProperty(amounts, async (amount) => {
      sim.fund(minor(amount * 2));
      const payment = await paid(minor(amount));
      const [truth] = sim.ledger.payments.slice(-1);
      expect(await verified(payment.id)).toMatchObject({ amount, fee: truth?.fee });
      const payout = payoutOf({ amount: minor(amount) });
      expect((await flutterwave.sendPayout(payout)).fee).toBe(
        flutterwave.payoutFee(minor(amount), 'NGN', '2026-11-20'),
      );
      expect(sim.ledger.payouts.at(-1)?.amount).toBe(amount);
    }),
    { numRuns: 40 },
  );
});
