import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { decimalFromMinor, minorFromDecimal } from '#server/adapters/shared/decimals.ts';
import { koboOf, naira, nairaText } from '../../../../tests/simulators/monnify/wire.ts';
import { formatLagosTime, readInstant } from './dates.ts';
import { accepted, refused, scripted } from './testing.ts';

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
  ])('%s', (text, instant) => {
    expect(readInstant(text)?.toISOString() ?? null).toBe(instant);
  });

  test('are told by the clock of Lagos', () => {
    expect(formatLagosTime(new Date('2026-12-31T23:05:09.900Z'))).toBe('2027-01-01 00:05:09');
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

  test('is none where nobody chose a way of paying, and is what it was to bring where it brought nothing', async () => {
    const nothing = { amountPaid: '0.00', settlementAmount: null, paidOn: null, paymentStatus: 'PENDING' };
    const offer = { ...nothing, totalPayable: '0.00', paymentMethod: null, product: null };
    expect(await verify(offer)).toEqual({ ok: true, payment: null });
    expect(await verify({ ...offer, totalPayable: '100.00' })).toEqual({ ok: true, payment: null });
    expect(await verify({ ...nothing, totalPayable: '100.00', paymentStatus: 'FAILED' })).toMatchObject({
      payment: { status: 'failed', amount: 10_000, fee: 0, refunded: 0 },
    });
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
  const expected = {
    '/refunds': nothing,
    '/api/v2/transactions/': { body: accepted(transaction) },
    '/transactions/query': missing,
    '/details': missing,
    '/transactions/search': nothing,
  };
  const found = { body: accepted({ ...transaction, content: [transaction], last: true }) };
  for (const way of ['/transactions/query', '/details', '/transactions/search']) {
    const monnify = scripted({ ...expected, [way]: found });
    expect(await monnify.listPayments('chk_1')).toMatchObject({ payments: [{ transactionId: 'MNFY|1' }] });
    expect(await monnify.listPayments('chk_2')).toEqual({ ok: true, payments: [] });
  }
  expect(await scripted(expected).listPayments('chk_1')).toEqual({ ok: true, payments: [] });
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
