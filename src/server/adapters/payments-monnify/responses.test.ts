import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { accepted, checkoutFor, payoutFor, refundFor, refused, scripted } from './testing.ts';

const sent = {
  amount: 20_000,
  reference: 'wdr_1',
  status: 'SUCCESS',
  totalFee: 20,
  destinationAccountNumber: '0108024071',
};
const unheardOf = { status: 404, body: refused('Transfer not found') };

test('a list of payouts keeps to its span and garbles nothing', async () => {
  const at = (createdOn: string) => ({ ...sent, currency: 'NGN', createdOn });
  const list = (...content: unknown[]) =>
    scripted({ 'search-transactions': { body: accepted({ content, last: true }) } }).payouts(
      { from: new Date('2026-11-23T00:00:00Z'), until: new Date('2026-11-24T00:00:00Z') },
      null,
    );
  const listed = await list(
    at('2026-11-24T00:00:00.000+0000'),
    at('2026-11-23T23:59:59.999+0000'),
    at('2026-11-23 00:59:59'),
  );
  expect(listed).toMatchObject({
    items: [{ createdAt: new Date('2026-11-23T23:59:59.999Z'), bankCode: null }],
    next: null,
  });
  for (const garbled of [at('soon'), { ...at('2026-11-23 12:00:00'), amount: null }])
    expect(await list(garbled)).toMatchObject({ ok: false, retry: true });
});

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
  const listedPayout = {
    refundReference: 'rfd_1',
    transactionReference: 'MNFY|1',
    refundAmount: '200.00',
    refundStatus: 'COMPLETED',
  };
  const request = refundFor('rfd_1', 'MNFY|1', minor(20_000));
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
    expect(await send({ body: accepted({ ...listedPayout, refundStatus }) })).toMatchObject({ state });
  });

  test.each(['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R8', 'R12'])('refused with %s has failed', async (code) => {
    const answer = { status: 422, body: refused('No', code) };
    expect(await send(answer)).toMatchObject({ state: 'failed', reason: 'No' });
    expect(await send(answer, { body: accepted(listedPayout) })).toMatchObject({ state: 'completed' });
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
    expect(await send({ body: accepted({ ...listedPayout, ...change }) })).toMatchObject({
      state: 'unknown',
    });
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
