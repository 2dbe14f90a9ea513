import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { Simulator } from '../simulator.ts';
import { startMonnifySimulator } from './index.ts';

let at = new Date('2026-11-23T09:00:00Z');
let sim: Simulator;
let token = '';

beforeAll(async () => {
  sim = await startMonnifySimulator(() => at);
  token = await logIn();
});
afterAll(() => sim.close());

const basic = (secret = sim.settings.MONNIFY_SECRET_KEY) =>
  `Basic ${Buffer.from(`${sim.settings.MONNIFY_API_KEY}:${secret}`).toString('base64')}`;

async function call(way: string, body?: unknown, authorization = `Bearer ${token}`) {
  const [method = '', path = ''] = way.split(' ');
  const answer = await fetch(`${sim.url}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as { responseBody: { accessToken: string } } };
}
const logIn = async () =>
  (await call('POST /api/v1/auth/login', undefined, basic())).body.responseBody.accessToken;

const invoice = {
  amount: 100.5,
  invoiceReference: 'chk_1',
  customerName: 'Ngozi',
  customerEmail: 'ngozi@example.com',
  contractCode: '5867418298',
  description: 'Ada',
  currencyCode: 'NGN',
  expiryDate: '2026-11-30 10:00:00',
};
const transfer = {
  amount: 100.5,
  reference: 'wdr_1',
  narration: 'Withdrawal',
  destinationBankCode: '058',
  destinationAccountNumber: '0108024071',
  destinationAccountName: 'ADAEZE OKAFOR',
  currency: 'NGN',
  sourceAccountNumber: '3934178936',
  async: false,
};
const refund = {
  transactionReference: 'MNFY|1',
  refundAmount: 100,
  refundReference: 'rfd_1',
  refundReason: 'Sent back',
  customerNote: 'Refund',
};

test('lets in only who has a token that is still good', async () => {
  expect((await call('POST /api/v1/auth/login', undefined, basic('wrong'))).status).toBe(401);
  expect((await call('GET /api/v1/banks', undefined, 'Bearer other')).status).toBe(401);
  expect((await call('GET /api/v1/banks', undefined, basic())).status).toBe(401);
  expect((await call('GET /api/v1/banks')).status).toBe(200);
  at = new Date(at.getTime() + 3_600_000);
  expect((await call('GET /api/v1/banks')).status).toBe(401);
  token = await logIn();
});

describe('refuses', () => {
  const single = 'POST /api/v2/disbursements/single';
  const create = 'POST /api/v1/invoice/create';
  const giveBack = 'POST /api/v1/refunds/initiate-refund';
  test.each<[string, unknown, number]>([
    ...Object.keys(invoice).map((name): [string, unknown, number] => [
      create,
      { ...invoice, [name]: undefined },
      400,
    ]),
    ...Object.keys(transfer)
      .filter((name) => name !== 'async')
      .map((name): [string, unknown, number] => [single, { ...transfer, [name]: undefined }, 400]),
    ...Object.keys(refund).map((name): [string, unknown, number] => [
      giveBack,
      { ...refund, [name]: undefined },
      400,
    ]),
    [create, '[', 400],
    [create, { ...invoice, amount: 19.99 }, 422],
    [create, { ...invoice, amount: 100.005 }, 400],
    [create, { ...invoice, amount: '100' }, 400],
    [create, { ...invoice, currencyCode: 'USD' }, 422],
    [create, { ...invoice, contractCode: '1' }, 404],
    [create, { ...invoice, expiryDate: '2026-11-23 10:00:00' }, 422],
    [create, { ...invoice, expiryDate: '2027-11-23 10:00:00' }, 422],
    [create, { ...invoice, expiryDate: '2026-11-30T10:00:00Z' }, 400],
    [single, { ...transfer, sourceAccountNumber: '1' }, 422],
    [single, { ...transfer, destinationAccountNumber: '0000000012' }, 400],
    [single, { ...transfer, async: 'no' }, 400],
    [giveBack, refund, 404],
    [giveBack, { ...refund, customerNote: 'x'.repeat(17) }, 400],
    [giveBack, { ...refund, refundReason: 'x'.repeat(65) }, 400],
    ['GET /api/v1/transactions/search?size=101', undefined, 400],
    ['GET /api/v1/transactions/search?from=2026-11-23', undefined, 400],
    ['GET /api/v2/merchant/transactions/query', undefined, 400],
    ['GET /api/v2/disbursements/wallet-balance?accountNumber=1', undefined, 404],
    ['GET /api/v2/disbursements/single/summary?reference=wdr_1', undefined, 404],
    ['GET /api/v1/nothing', undefined, 404],
  ])('%s %j', async (way, body, status) => {
    expect(await call(way, body)).toMatchObject({ status });
  });
});

test('cancels an invoice that nobody paid, and keeps its reference', async () => {
  expect(await call('POST /api/v1/invoice/create', invoice)).toMatchObject({ status: 200 });
  expect(await call('POST /api/v1/invoice/create', invoice)).toMatchObject({ status: 422 });
  expect(await call('DELETE /api/v1/invoice/chk_1/cancel')).toMatchObject({
    body: { responseBody: { invoiceStatus: 'CANCELLED' } },
  });
  expect(await call('DELETE /api/v1/invoice/chk_1/cancel')).toMatchObject({ status: 422 });
});

test('tells of a lack of money in the midst of success', async () => {
  expect(await call('POST /api/v2/disbursements/single', transfer)).toMatchObject({
    status: 200,
    body: {
      requestSuccessful: true,
      responseBody: { status: 'FAILED', comment: expect.stringMatching(/sufficient balance/) },
    },
  });
  expect(sim.ledger.payouts).toMatchObject([{ state: 'failed', sent: 0 }]);
});

test('keeps books of what happened, and posts notices by itself where it is told to', async () => {
  const received: { body: string; signature: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['monnify-signature']) });
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  sim.takeWebhooks();
  sim.postTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`);
  const id = sim.payUnknownReference(minor(100_000));
  await expect.poll(() => received.length).toBe(1);
  sim.postTo('http://127.0.0.1:9/nobody');
  sim.refundByProvider(id, minor(40_000));
  sim.postTo(null);
  server.close();
  const [{ body, signature } = { body: '', signature: '' }] = received;
  expect(signature).toBe(
    createHmac('sha512', sim.settings.MONNIFY_SECRET_KEY ?? '')
      .update(body)
      .digest('hex'),
  );
  expect(JSON.parse(body)).toMatchObject({ eventData: { transactionReference: id, amountPaid: 1000 } });
  expect(sim.takeWebhooks()).toEqual([]);
  expect(sim.ledger.payments.at(-1)).toEqual({
    transactionId: id,
    reference: id,
    amount: 100_000,
    fee: 1_500,
    refunded: 40_000,
    currency: 'NGN',
    method: 'bank_transfer',
    status: 'completed',
    at,
  });
  expect(sim.ledger.balance).toBe(100_000 - 1_500 - 40_000);
});
