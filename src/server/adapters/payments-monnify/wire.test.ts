import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Minor, minor } from '#core/money.ts';
import { koboOf, naira, nairaText } from '../../../../tests/simulators/monnify/wire.ts';
import { decimalFromMinor, minorFromDecimal } from '../shared/decimals.ts';
import { readInstant, writeLagosTime } from './dates.ts';
import { accepted, checkoutFor, payoutFor, refundFor, refused, scripted } from './testing.ts';

describe('amounts', () => {
  test('go to the wire and come back exactly, as number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (kobo) => {
        const amount = minor(kobo);
        const sent: unknown = JSON.parse(JSON.stringify(decimalFromMinor(amount)));
        expect(koboOf(sent)).toBe(amount);
        expect(minorFromDecimal(JSON.parse(JSON.stringify(naira(amount))))).toBe(amount);
        if (kobo < 1e14) expect(minorFromDecimal(nairaText(amount))).toBe(amount);
      }),
    );
  });
});

describe('times', () => {
  const at = '2021-11-17T14:48:10.000Z';
  test.each([
    ['17/11/2021 3:48:10 PM', at],
    ['17/11/2021 03:48:10 PM', at],
    ['2021-11-17 15:48:10', at],
    ['2021-11-17 15:48:10.0', at],
    ['2021-11-17 11:28:42.615', '2021-11-17T10:28:42.615Z'],
    ['11/11/2021 12:29:00 AM', '2021-11-10T23:29:00.000Z'],
    ['11/11/2021 12:29:00 PM', '2021-11-11T11:29:00.000Z'],
    ['2022-07-31T14:31:34.000+0000', '2022-07-31T14:31:34.000Z'],
    ['2025-09-01T23:13:19Z', '2025-09-01T23:13:19.000Z'],
    ['30/02/2021 3:48:10 PM', null],
    ['17/11/2021 13:48:10 PM', null],
    ['2021-13-17 15:48:10', null],
    ['yesterday', null],
    ['', null],
    [1637160490000, null],
    [null, null],
  ])('%s', (told, instant) => {
    expect(readInstant(told)?.toISOString() ?? null).toBe(instant);
  });

  test('are told by the clock of Lagos', () => {
    expect(writeLagosTime(new Date('2026-12-31T23:05:09.900Z'))).toBe('2027-01-01 00:05:09');
  });
});

const transaction = {
  transactionReference: 'MNFY|1',
  paymentReference: 'chk_1',
  amountPaid: '100.00',
  settlementAmount: '98.50',
  paidOn: '25/07/2022 11:20:20 AM',
  paymentStatus: 'PAID',
  currency: 'NGN',
  paymentMethod: 'CARD',
  product: { type: 'WEB_SDK', reference: 'chk_1' },
};
const nothing = { body: accepted({ content: [], last: true }) };
const verify = (change: object) =>
  scripted({
    '/api/v2/transactions/': { body: accepted({ ...transaction, ...change }) },
    '/refunds': nothing,
  }).verifyPayment('MNFY|1');

describe('a payment', () => {
  test.each([
    ['PAID', 'completed', 0],
    ['OVERPAID', 'completed', 0],
    ['PARTIALLY_PAID', 'completed', 0],
    ['REVERSED', 'refunded', 10_000],
    ['PENDING', 'pending', 0],
    ['EXPIRED', 'cancelled', 0],
    ['CANCELLED', 'cancelled', 0],
    ['FAILED', 'failed', 0],
    ['paid', 'pending', 0],
    ['SUCCESSFUL_MAYBE', 'pending', 0],
    ['constructor', 'pending', 0],
  ])('that is %s is %s', async (paymentStatus, status, refunded) => {
    expect(await verify({ paymentStatus })).toMatchObject({ payment: { status, refunded, testMode: false } });
  });

  test.each([
    ['CARD', 'card'],
    ['ACCOUNT_TRANSFER', 'bank_transfer'],
    ['DIRECT_DEBIT', 'bank_transfer'],
    ['USSD', 'ussd'],
    ['PHONE_NUMBER', 'wallet'],
    ['CASH', 'wallet'],
    [null, 'bank_transfer'],
  ])('by %s is %s', async (paymentMethod, method) => {
    expect(await verify({ paymentMethod })).toMatchObject({ payment: { method } });
  });

  test.each([
    ['no amount', { amountPaid: undefined }],
    ['an amount that is none', { amountPaid: 'NaN' }],
    ['an amount below nothing', { amountPaid: -100 }],
    ['parts of a kobo', { amountPaid: 100.005 }],
    ['nothing paid', { amountPaid: '0.00' }],
    ['no currency', { currency: null }],
    ['no status', { paymentStatus: '' }],
    ['no reference', { paymentReference: undefined }],
    ['another transaction', { transactionReference: 'MNFY|2' }],
    ['half a product', { product: { type: 'INVOICE' } }],
    ['a garbled settlement', { settlementAmount: 'much' }],
  ])('with %s is no answer', async (_, change) => {
    expect(await verify(change)).toMatchObject({ ok: false, retry: true });
  });

  test('of an invoice has the reference of the invoice, and a fee only where one is told', async () => {
    const product = { type: 'INVOICE', reference: 'chk_9' };
    expect(await verify({ product, paymentReference: 'MNFY|1', settlementAmount: null })).toMatchObject({
      payment: { reference: 'chk_9', fee: 0, amount: 10_000 },
    });
  });

  test('is gone only where Monnify says so in its own words', async () => {
    const ask = (status: number, body: unknown) =>
      scripted({ '/api/v2/transactions/': { status, body } }).verifyPayment('MNFY|1');
    expect(await ask(404, refused('Transaction not found'))).toEqual({ ok: true, payment: null });
    expect(await ask(400, refused('Could not find transaction'))).toEqual({ ok: true, payment: null });
    expect(await ask(404, { error: 'Not Found' })).toMatchObject({ ok: false, retry: true });
    expect(await ask(400, refused('Something else'))).toMatchObject({ ok: false, retry: true });
  });

  test('with more refunds than a page are counted whole', async () => {
    const refund = (refundReference: string, change: object = {}) => ({
      refundReference,
      transactionReference: 'MNFY|1',
      refundAmount: 10.5,
      refundStatus: 'COMPLETED',
      ...change,
    });
    const content = [
      refund('a'),
      refund('b', { refundStatus: 'FAILED' }),
      refund('c', { refundAmount: '2.00' }),
    ];
    const answer = await scripted({
      '/api/v2/transactions/': { body: accepted(transaction) },
      'refunds?page=0': { body: accepted({ content, last: false }) },
      'refunds?page=1': { body: accepted({ content: [refund('d')], last: true }) },
    }).verifyPayment('MNFY|1');
    expect(answer).toMatchObject({ payment: { refunded: 2_300, status: 'completed' } });
  });
});

test('the payments of an invoice are found by any of three ways', async () => {
  const missing = { status: 404, body: refused('Transaction not found') };
  const told = {
    '/refunds': nothing,
    '/api/v2/transactions/': { body: accepted(transaction) },
    '/transactions/query': missing,
    '/details': missing,
    '/transactions/search': nothing,
  };
  const found = { body: accepted({ ...transaction, content: [transaction], last: true }) };
  for (const way of ['/transactions/query', '/details', '/transactions/search']) {
    const monnify = scripted({ ...told, [way]: found });
    expect(await monnify.listPayments('chk_1')).toMatchObject({ payments: [{ transactionId: 'MNFY|1' }] });
    expect(await monnify.listPayments('chk_2')).toEqual({ ok: true, payments: [] });
  }
  expect(await scripted(told).listPayments('chk_1')).toEqual({ ok: true, payments: [] });
});

test('a list of payouts keeps to its span and garbles nothing', async () => {
  const at = (createdOn: string) => ({ ...sent, currency: 'NGN', createdOn });
  const list = (...content: unknown[]) =>
    scripted({ 'search-transactions': { body: accepted({ content, last: true }) } }).payouts(
      { from: new Date('2026-11-23T00:00:00Z'), until: new Date('2026-11-24T00:00:00Z') },
      null,
    );
  const told = await list(
    at('2026-11-24T00:00:00.000+0000'),
    at('2026-11-23T23:59:59.999+0000'),
    at('2026-11-23 00:59:59'),
  );
  expect(told).toMatchObject({
    items: [{ createdAt: new Date('2026-11-23T23:59:59.999Z'), bankCode: null }],
    next: null,
  });
  for (const garbled of [at('soon'), { ...at('2026-11-23 12:00:00'), amount: null }])
    expect(await list(garbled)).toMatchObject({ ok: false, retry: true });
});

test('a list without an envelope is read, and what it leaves out is asked about', async () => {
  const monnify = scripted({
    '/transactions/search': {
      body: {
        content: [{ transactionReference: 'MNFY|1', amount: 50, paymentStatus: 'SUCCESSFUL' }],
        last: true,
      },
    },
    '/api/v2/transactions/': { body: accepted(transaction) },
    '/refunds': nothing,
  });
  const span = { from: new Date(0), until: new Date('2026-01-01T00:00:00Z') };
  expect(await monnify.payments(span, null)).toMatchObject({
    items: [{ transactionId: 'MNFY|1', reference: 'chk_1', amount: 10_000, status: 'completed' }],
    next: null,
  });
});

const sent = {
  amount: 20_000,
  reference: 'wdr_1',
  status: 'SUCCESS',
  totalFee: 20,
  destinationAccountNumber: '0108024071',
};
const unheardOf = { status: 404, body: refused('Transfer not found') };

describe('a payout', () => {
  const states = [
    ['SUCCESS', 'completed'],
    ['COMPLETED', 'completed'],
    ['FAILED', 'failed'],
    ['REVERSED', 'reversed'],
    ['PENDING', 'processing'],
    ['AWAITING_PROCESSING', 'processing'],
    ['IN_PROGRESS', 'processing'],
    ['PENDING_AUTHORIZATION', 'processing'],
    ['PENDING_BATCH_AUTHORIZATION', 'processing'],
    ['OTP_EMAIL_DISPATCH_FAILED', 'processing'],
    ['EXPIRED', 'unknown'],
    ['success', 'unknown'],
    ['toString', 'unknown'],
  ] as const;
  test.each(states)('that is %s is %s, when sent and when asked about', async (status, state) => {
    const answer = { body: accepted({ ...sent, status, comment: 'Because' }) };
    const monnify = scripted({ summary: answer, '/single': answer });
    expect(await monnify.sendPayout(payoutFor('wdr_1'))).toMatchObject({ state, fee: 2_000 });
    expect(await monnify.payoutState('wdr_1')).toMatchObject({ state });
  });

  const send = (
    answer: { status?: number; body: unknown },
    summary: { status?: number; body: unknown } = unheardOf,
  ) => scripted({ summary, '/single': answer }).sendPayout(payoutFor('wdr_1'));

  test.each([
    ['without an amount', { amount: undefined }],
    ['of another amount', { amount: 20_001 }],
    ['of another reference', { reference: 'wdr_2' }],
    ['to another account', { destinationAccountNumber: '1' }],
    ['without a status', { status: null }],
  ])('%s is unknown', async (_, change) => {
    expect(await send({ body: accepted({ ...sent, ...change }) })).toMatchObject({ state: 'unknown' });
  });

  test.each([
    ['in its envelope', { status: 400, body: refused('Duplicate request', 'D07') }],
    ['with a 200', { status: 200, body: refused('Duplicate request', 'D07') }],
    ['as a status', { body: accepted({ ...sent, status: 'D07' }) }],
    ['as a word', { body: accepted({ status: 'DUPLICATE_REQUEST' }) }],
  ])(
    'refused as too alike, told %s, has failed only where its reference is unheard of',
    async (_, answer) => {
      expect(await send(answer)).toMatchObject({ state: 'failed' });
      expect(await send(answer, { body: accepted(sent) })).toMatchObject({ state: 'completed' });
      expect(await send(answer, { body: accepted({ ...sent, status: 'PENDING' }) })).toMatchObject({
        state: 'processing',
      });
      expect(await send(answer, { status: 500, body: {} })).toMatchObject({ state: 'unknown' });
      expect(await send(answer, { status: 400, body: refused('No') })).toMatchObject({ state: 'unknown' });
    },
  );

  test.each([
    ['a wrong account', 400, refused('Invalid account', 99), 'failed'],
    ['a field it does not like', 422, refused('Invalid amount'), 'failed'],
    ['a reference it has already', 422, refused('Reference already exists'), 'unknown'],
    ['no with a 200', 200, refused('Error occurred while processing your request'), 'unknown'],
    ['no permission', 403, refused('Not allowed'), 'unknown'],
    ['too many calls', 429, refused('Slow down'), 'unknown'],
    ['a fault of its own', 500, refused('Oh'), 'unknown'],
    ['a page that is not its own', 400, { error: 'Bad Request' }, 'unknown'],
    ['yes and no', 400, accepted(sent), 'unknown'],
  ])('answered with %s', async (_, status, body, state) => {
    expect(await send({ status, body })).toMatchObject({ state, fee: 0 });
  });
});

describe('a refund', () => {
  const told = {
    refundReference: 'rfd_1',
    transactionReference: 'MNFY|1',
    refundAmount: '200.00',
    refundStatus: 'COMPLETED',
  };
  const request = refundFor('rfd_1', 'MNFY|1', 20_000 as Minor);
  const missing = { status: 404, body: refused('No refund was initiated', 'R7') };
  const send = (
    answer: { status?: number; body: unknown },
    known: { status?: number; body: unknown } = missing,
  ) => scripted({ 'initiate-refund': answer, '/refunds/rfd_1': known }).sendRefund(request);

  test.each([
    ['COMPLETED', 'completed'],
    ['FAILED', 'failed'],
    ['PENDING', 'processing'],
    ['IN_PROGRESS', 'processing'],
    ['REJECTED', 'unknown'],
  ])('that is %s is %s', async (refundStatus, state) => {
    expect(await send({ body: accepted({ ...told, refundStatus }) })).toMatchObject({ state });
  });

  test.each(['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R8', 'R12'])('refused with %s has failed', async (code) => {
    const answer = { status: 422, body: refused('No', code) };
    expect(await send(answer)).toMatchObject({ state: 'failed', reason: 'No' });
    expect(await send(answer, { body: accepted(told) })).toMatchObject({ state: 'completed' });
    expect(await send(answer, { status: 500, body: {} })).toMatchObject({ state: 'unknown' });
  });

  test.each(['R9', 'R10', 'R11', 'M01', '99', ''])('refused with %s is unknown', async (code) => {
    expect(await send({ status: 422, body: refused('No', code) })).toMatchObject({ state: 'unknown' });
  });

  test.each([
    ['without an amount', { refundAmount: null }],
    ['of another amount', { refundAmount: 100 }],
    ['of another payment', { transactionReference: 'MNFY|2' }],
    ['of another reference', { refundReference: 'rfd_2' }],
  ])('%s is unknown', async (_, change) => {
    expect(await send({ body: accepted({ ...told, ...change }) })).toMatchObject({ state: 'unknown' });
  });
});

describe('a checkout', () => {
  const invoice = {
    amount: 15_000.5,
    invoiceReference: 'chk_1',
    invoiceStatus: 'PENDING',
    checkoutUrl: 'https://sandbox.sdk.monnify.com/checkout/MNFY|1',
    expiryDate: '2026-11-30 10:00:00',
  };
  const start = (change: object) =>
    scripted({ '/invoice/create': { body: accepted({ ...invoice, ...change }) } }).startCheckout(
      checkoutFor('chk_1'),
    );
  test('may be without an account', async () => {
    expect(await start({ accountNumber: null })).toEqual({
      ok: true,
      checkout: { checkoutUrl: invoice.checkoutUrl, account: null, ussdCode: null },
    });
  });
  test.each([
    ['no address', { checkoutUrl: undefined }],
    ['an address that is a script', { checkoutUrl: 'javascript:alert(1)' }],
    ['another reference', { invoiceReference: 'chk_2' }],
    ['no amount', { amount: null }],
    ['no end', { expiryDate: 'soon' }],
  ])('with %s is no answer', async (_, change) => {
    expect(await start(change)).toMatchObject({ ok: false, retry: true });
  });
  test('refused for what may be a repeat is asked for again while nobody says', async () => {
    const answers = { '/invoice/create': { status: 422, body: refused('Reference was used') } };
    const ask = (known: { status?: number; body: unknown }) =>
      scripted({ ...answers, '/details': known }).startCheckout(checkoutFor('chk_1'));
    expect(await ask({ status: 500, body: {} })).toMatchObject({ ok: false, retry: true });
    expect(await ask({ status: 404, body: refused('Invoice not found') })).toMatchObject({ retry: false });
    expect(await ask({ body: accepted(invoice) })).toMatchObject({ ok: true });
  });
  test('of another amount is refused', async () => {
    expect(await start({ amount: 15_000 })).toMatchObject({ ok: false, retry: false });
    expect(await start({ currencyCode: 'USD' })).toMatchObject({ ok: false, retry: false });
  });
});
