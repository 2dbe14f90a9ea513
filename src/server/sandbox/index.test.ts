import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import { payout, request, stage, START } from './testing.ts';

const on = stage();

describe('checkouts', () => {
  test('naira come with an account and a code, dollars without', async () => {
    const naira = await on.opened();
    expect(naira.checkoutUrl).toMatch(/^http:\/\/pay\.test\/sandbox\/checkout\/[\w-]{32}$/);
    expect(naira.account).toMatchObject({
      bankName: 'Sandbox Bank (test)',
      accountName: 'Kofi Prints / Test',
      expiresAt: new Date(START + 30 * 60_000),
    });
    expect(naira.account?.accountNumber).toMatch(/^\d{10}$/);
    expect(naira.ussdCode).toBe(`*999*${naira.account?.accountNumber}#`);
    expect(await on.opened({ currency: 'USD' })).toMatchObject({ account: null, ussdCode: null });
  });

  test('ten callers with one reference get one checkout', async () => {
    const wish = request();
    const all = await Promise.all(Array.from({ length: 10 }, () => on.sandbox.startCheckout(wish)));
    expect(all.every((answer) => answer.ok)).toBe(true);
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test.each([
    ['amount', { amount: 1_500_001 }],
    ['currency', { currency: 'USD' as const }],
  ])('a reference with another %s is refused', async (_, change) => {
    const first = await on.opened();
    expect(await on.sandbox.startCheckout(request({ reference: first.reference, ...change }))).toMatchObject({
      ok: false,
      retry: false,
    });
  });

  test.each([
    ['amount', { amount: minor(0) }],
    ['return address', { returnUrl: 'javascript:alert(1)' }],
    ['reference', { reference: '' }],
  ])('a bad %s is refused', async (_, change) => {
    expect(await on.sandbox.startCheckout({ ...request(), ...change })).toMatchObject({
      ok: false,
      retry: false,
    });
  });
});

describe('payments', () => {
  test.each(['bank_transfer', 'card', 'ussd', 'qr_code', 'wallet'] satisfies PaymentMethod[])(
    'by %s stand in the books',
    async (method) => {
      const { reference: ref } = await on.opened();
      const paid = await on.sandbox.outside.payReference(ref, { method });
      const expected = {
        reference: ref,
        status: 'completed',
        amount: 1_500_000,
        refunded: 0,
        fee: 32_500,
        currency: 'NGN',
        method,
        testMode: true,
        paidAt: on.now,
      };
      expect(await on.sandbox.verifyPayment(paid?.transaction_id ?? '')).toEqual({
        ok: true,
        payment: { transactionId: paid?.transaction_id, ...expected },
      });
      expect(await on.sandbox.listPayments(ref)).toMatchObject({ ok: true, payments: [expected] });
    },
  );

  test('an account takes any amount, also after it was paid', async () => {
    const { reference: ref, account } = await on.opened();
    const number = account?.accountNumber ?? '';
    await on.sandbox.outside.payAccount(number, { amount: minor(500_000) });
    await on.sandbox.outside.payAccount(number, { amount: minor(1_000_000) });
    await on.sandbox.outside.payAccount(number);
    const listed = await on.sandbox.listPayments(ref);
    expect(listed.ok && listed.payments.map((payment) => payment.amount).sort()).toEqual([
      1_000_000, 1_500_000, 500_000,
    ]);
    expect(await on.sandbox.outside.payAccount('0123456789')).toBeNull();
  });

  test('late money is pending until its time and needs no running loop', async () => {
    const { reference: ref } = await on.opened();
    await on.sandbox.outside.payReference(ref, { afterMs: 60_000 });
    const state = async () => {
      const listed = await on.sandbox.listPayments(ref);
      return listed.ok && listed.payments.map(({ status, fee, paidAt }) => ({ status, fee, paidAt }));
    };
    on.pass(59_999);
    expect(await state()).toEqual([{ status: 'pending', fee: 0, paidAt: null }]);
    on.pass(1);
    expect(await state()).toEqual([{ status: 'completed', fee: 32_500, paidAt: new Date(START + 60_000) }]);
  });

  test('the same attempt charges once, however often it is sent', async () => {
    const { reference: ref } = await on.opened();
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => on.sandbox.outside.payReference(ref, { attempt: `one-${ref}` })),
    );
    expect(new Set(tries.map((payment) => payment?.transaction_id)).size).toBe(1);
    await on.sandbox.tick();
    expect(on.inbox).toHaveLength(1);
  });

  test('an unknown transaction is null, an orphan is known', async () => {
    expect(await on.sandbox.verifyPayment('sbt_nothing')).toEqual({ ok: true, payment: null });
    const orphan = await on.sandbox.outside.payUnmatched(minor(70_000), 'NGN');
    expect(await on.sandbox.verifyPayment(orphan.transaction_id)).toMatchObject({
      ok: true,
      payment: { status: 'completed', amount: 70_000 },
    });
    expect(await on.sandbox.verifyPayment(await on.sandbox.outside.sendGhostWebhook())).toEqual({
      ok: true,
      payment: null,
    });
  });
});

describe('the rest of the port', () => {
  test('names are always the same, unknown accounts have none', async () => {
    const first = await on.sandbox.resolveAccount('058', '0123456789');
    expect(first).toEqual({ ok: true, accountName: expect.stringMatching(/^[A-Z]+ [A-Z]+( [A-Z]+)?$/) });
    expect(await on.sandbox.resolveAccount('058', '0123456789')).toEqual(first);
    for (const [bank, number] of [
      ['058', '0000000000'],
      ['058', '123'],
      ['999', '0123456789'],
      ['030', '0123456789'],
    ] as const) {
      expect(await on.sandbox.resolveAccount(bank, number)).toEqual({ ok: true, accountName: null });
    }
    expect(await on.sandbox.resolveAccount('058', '0000000099')).toMatchObject({ ok: false, retry: true });
  });

  test('one account has another name once it was asked about, until money is sent', async () => {
    const ask = async (bank: string) => {
      const answer = await on.sandbox.resolveAccount(bank, '3000000007');
      return answer.ok && answer.accountName;
    };
    expect([await ask('058'), await ask('058'), await ask('058')]).toEqual([
      'TEST NAME BEFORE',
      'TEST NAME AFTER',
      'TEST NAME AFTER',
    ]);
    expect(await ask('044')).toBe('TEST NAME BEFORE');
    await on.sandbox.sendPayout(payout('3000000007'));
    expect(await ask('058')).toBe('TEST NAME BEFORE');
  });

  test('the banks of the product are listed by code and name', async () => {
    const answer = await on.sandbox.banks('NGN');
    expect(answer.ok && answer.banks.length).toBeGreaterThanOrEqual(20);
    expect(answer).toMatchObject({
      ok: true,
      banks: expect.arrayContaining([{ code: '058', name: 'Guaranty Trust Bank (GTB)' }]),
    });
  });

  test('when it is down every call says so, and no money moves', async () => {
    await on.sandbox.changeSettings({ providerDown: true });
    const order = payout('0123456789');
    const result = await Promise.all([
      on.sandbox.startCheckout(request()),
      on.sandbox.verifyPayment('x'),
      on.sandbox.listPayments('x'),
      on.sandbox.banks('NGN'),
      on.sandbox.resolveAccount('058', '0123456789'),
      on.sandbox.payments({ from: on.now, until: on.now }, null),
      on.sandbox.payouts({ from: on.now, until: on.now }, null),
      on.sandbox.balance('NGN'),
    ]);
    expect(result.map((answer) => !answer.ok && answer.retry)).toEqual(Array(8).fill(true));
    expect((await on.sandbox.sendPayout(order)).state).toBe('unknown');
    expect((await on.sandbox.payoutState(order.reference)).state).toBe('unknown');
    await on.sandbox.changeSettings({ providerDown: false });
    expect((await on.sandbox.payoutState(order.reference)).state).toBe('not_found');
  });
});
