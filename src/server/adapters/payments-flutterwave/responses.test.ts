import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { checkoutOf, refund, refusal, scripted, success, transaction } from './testing.ts';

// Responses of Flutterwave beyond the simulator's: every known message and status, and unknown ones.

const verifyWith = async (value: unknown, refunds: unknown[] = [], key?: string) => {
  const answers: Record<string, unknown> = { '/refunds': refunds, '/chargebacks': [] };
  const { flutterwave } = scripted(({ path }) => success(answers[path] ?? value), key);
  return flutterwave.verifyPayment('4975363');
};

describe('Payments', () => {
  test.each([
    ['successful', 'completed'],
    ['SUCCESSFUL', 'completed'],
    ['failed', 'failed'],
    ['pending', 'pending'],
    ['cancelled', 'pending'],
    ['success', 'pending'],
    ['completed', 'pending'],
    ['anything', 'pending'],
  ])('%s is %s', async (status, expected) => {
    expect(await verifyWith(transaction({ status }))).toMatchObject({ payment: { status: expected } });
  });

  test.each([
    ['card', 'card'],
    ['bank_transfer', 'bank_transfer'],
    ['account', 'bank_transfer'],
    ['ussd', 'ussd'],
    ['qr', 'qr_code'],
    ['mobilemoneygh', 'wallet'],
    [null, 'bank_transfer'],
  ])('paid by %s is %s', async (type, method) => {
    expect(await verifyWith(transaction({ payment_type: type }))).toMatchObject({ payment: { method } });
  });

  test.each([
    ['no amount', { amount: undefined }],
    ['an amount of three decimals', { amount: 10.005 }],
    ['a negative amount', { amount: -5 }],
    ['an amount in words', { amount: 'NGN 1,000' }],
    ['an amount nobody can count', { amount: 1e21 }],
    ['no currency', { currency: null }],
    ['an odd currency', { currency: 'naira' }],
    ['no status', { status: undefined }],
    ['an empty status', { status: ' ' }],
    ['no reference', { tx_ref: undefined }],
    ['another id', { id: 4_975_364 }],
    ['no time', { created_at: 'yesterday' }],
    ['a garbled fee', { app_fee: 'free' }],
  ])('with %s it is no answer', async (_, more) => {
    expect(await verifyWith(transaction(more))).toMatchObject({ ok: false, retry: true });
  });

  test('The customer who bears the fee has not paid more of the invoice', async () => {
    const borne = { amount: 100_000, charged_amount: 101_400, app_fee: 1400 };
    const naira = transaction({ ...borne, amount_settled: 99_950 });
    expect(await verifyWith(naira)).toMatchObject({ payment: { amount: 10_000_000, fee: 5_000 } });
    const dollars = transaction({ ...borne, currency: 'USD', amount_settled: null });
    expect(await verifyWith(dollars)).toMatchObject({ payment: { amount: 10_000_000, fee: 0 } });
    const less = transaction({
      amount: 1000,
      charged_amount: '900.50',
      app_fee: 26.875,
      amount_settled: null,
    });
    expect(await verifyWith(less)).toMatchObject({ payment: { amount: 90_050, fee: 2_688 } });
  });

  test('Payments of another reference are not listed, even if they are told', async () => {
    const { flutterwave } = scripted(({ path }) => {
      if (path === '/transactions') return success([transaction({ id: '5', tx_ref: 'inv-10' })]);
      return success(path.startsWith('/transactions') ? transaction({ status: 'failed' }) : []);
    });
    const listed = await flutterwave.listPayments('inv-1');
    expect(listed).toMatchObject({ ok: true, payments: [{ transactionId: '4975363', reference: 'inv-1' }] });
  });

  test('Test money under a live key stays test money', async () => {
    const mock = transaction({ flw_ref: 'FLW-MOCK-3b10a512c4dae649e580a7e5747cfd2c' });
    expect(await verifyWith(mock, [], 'FLWSECK-live-X')).toMatchObject({ payment: { testMode: true } });
    expect(await verifyWith(transaction(), [], 'FLWSECK-live-X')).toMatchObject({
      payment: { testMode: false },
    });
  });

  test('A payment whose refunds cannot be asked about is not told', async () => {
    for (const trouble of [503, success([{ id: 1 }])]) {
      const { flutterwave } = scripted(({ path }) =>
        path === '/refunds' ? trouble : success(transaction()),
      );
      expect(await flutterwave.verifyPayment('4975363')).toMatchObject({ ok: false, retry: true });
    }
    const { flutterwave } = scripted(({ path }) =>
      /refunds|chargebacks/.test(path) ? refusal('No refunds found', 404) : success(transaction()),
    );
    expect(await flutterwave.verifyPayment('4975363')).toMatchObject({ ok: true, payment: { refunded: 0 } });
  });

  test.each([
    ['No transaction was found for this id', true],
    ['Transaction not found', true],
    ['Not found', false],
    ['Merchant not found', false],
  ])('a refusal with "%s" says that there is none: %s', async (words, isNone) => {
    const { flutterwave } = scripted(() => refusal(words, 404));
    const expected = isNone ? { ok: true, payment: null } : { ok: false, reason: words, retry: true };
    expect(await flutterwave.verifyPayment('4975363')).toEqual(expected);
  });

  const disputed = async (chargebacks: unknown) => {
    const answers: Record<string, unknown> = { '/refunds': success([]), '/chargebacks': chargebacks };
    const { flutterwave } = scripted(({ path }) => answers[path] ?? success(transaction()));
    return flutterwave.verifyPayment('4975363');
  };
  test.each([
    ['lost', 30_000],
    ['accepted', 30_000],
    ['won', 0],
    ['initiated', 0],
    ['declined', 0],
    ['anything', 0],
  ])('a dispute that is %s takes %i back', async (status, refunded) => {
    const responses = [
      { id: 7, flw_ref: '1000042', amount: 300, status },
      { id: 8, flw_ref: 'another', amount: 'a lot', status },
    ];
    expect(await disputed(success(responses))).toMatchObject({ payment: { refunded } });
  });
  test('a dispute that cannot be understood, or asked about just now, leaves the payment untold', async () => {
    for (const response of [
      503,
      429,
      success('none'),
      success([{ id: 7, flw_ref: '1000042', status: 'lost' }]),
    ]) {
      expect(await disputed(response)).toMatchObject({ ok: false, retry: true });
    }
    expect(await disputed(refusal('This is not enabled for you', 403))).toMatchObject({
      payment: { refunded: 0 },
    });
  });

  test('Refunds of other payments, and those that did not go through, are not of this one', async () => {
    const refunds = [
      refund(),
      refund({ id: 2, tx_id: 99 }),
      refund({ id: 3, status: 'failed' }),
      refund({ id: 4, status: 'completed' }),
      { id: 5, TransactionId: '4975363', AmountRefunded: '0.50', status: 'completed-mpgs', meta: '{}' },
    ];
    expect(await verifyWith(transaction(), refunds)).toMatchObject({ payment: { refunded: 40_050 } });
  });
});

test('An account that wants another sum than the invoice is not shown', async () => {
  const account = {
    account_number: '7824822527',
    bank_name: 'WEMA BANK',
    expiry_date: 'N/A',
    note: 'Please make a bank transfer to Bright FLW',
    amount: '1014.00',
  };
  const start = async (value: unknown) => {
    const { flutterwave } = scripted(({ path }) =>
      path === '/payments' ? success({ link: 'https://checkout.test/pay/1' }) : value,
    );
    const started = await flutterwave.startCheckout(
      checkoutOf({ amount: minor(100_000), businessName: 'Bright' }),
    );
    return started.ok ? started.checkout.account : started;
  };
  for (const response of [
    success(account),
    503,
    refusal('No account'),
    success({ ...account, account_number: '1' }),
  ]) {
    expect(await start(response)).toBeNull();
  }
  expect(await start(success({ ...account, amount: null }))).toEqual({
    bankName: 'WEMA BANK',
    accountNumber: '7824822527',
    accountName: 'Bright FLW',
    expiresAt: null,
  });
});

test('A page that is no address is no checkout', async () => {
  for (const link of ['javascript:alert(1)', '', undefined, 7]) {
    const { flutterwave } = scripted(() => success({ link }));
    const started = await flutterwave.startCheckout(checkoutOf({ currency: 'USD' }));
    expect(started).toMatchObject({ ok: false, retry: true });
  }
});

test.each([
  [1234.5, 123_450],
  ['1234.375', 123_437],
  [-0.01, 0],
  ['-12', 0],
])('A balance of %s is %s to pay out of', async (balance, available) => {
  const { flutterwave } = scripted(() => success({ currency: 'NGN', available_balance: balance }));
  expect(await flutterwave.balance('NGN')).toEqual({ ok: true, available });
});

test('The address may or may not end in its version', async () => {
  const { flutterwave, calls } = scripted(() => success([]));
  await flutterwave.banks('NGN');
  expect(calls).toEqual(['GET /v3/banks/NG']);
});
