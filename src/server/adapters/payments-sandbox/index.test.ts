import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { clockFrom, plusMs } from '#core/dates.ts';
import { type Currency, minor } from '#core/money.ts';
import type { PaymentMethod, PayoutState } from '#server/ports.ts';
import { passesLuhn, testCards } from './cards.ts';
import { createSandbox, type Sandbox, type SandboxTables } from './index.ts';
import { collectionFee, parseAmount, payoutAccounts, payoutFee, retryAfterMs } from './rules.ts';
import { SIGNATURE_HEADER, sign } from './webhooks.ts';

const SECRET = 'a-secret-of-the-tests-only';
const START = Date.UTC(2026, 10, 21, 9);
const HOUR_MS = 3_600_000;

let pglite: PGlite;
let db: Kysely<SandboxTables>;
let now = new Date(START);
let inbox: { body: string; signature: string }[] = [];
let answers: number[] = [];
let count = 0;
let sandbox: Sandbox;

const reference = () => `ref-${++count}`;
const pass = (ms: number) => {
  now = plusMs(now, ms);
};

// The receiver of notices: gives the planned answers first, then 200.
const receive: typeof fetch = async (_url, init) => {
  const headers = new Headers(init?.headers);
  inbox.push({ body: String(init?.body), signature: headers.get(SIGNATURE_HEADER) ?? '' });
  return new Response(null, { status: answers.shift() ?? 200 });
};

beforeAll(async () => {
  pglite = await PGlite.create('memory://', { parsers: { 20: Number } });
  await pglite.exec(await readFile('db/migrations/0002_sandbox.sql', 'utf8'));
  db = new Kysely<SandboxTables>({ dialect: new PGliteDialect({ pglite }) });
}, 60_000);
afterAll(() => db.destroy());

beforeEach(async () => {
  await db.deleteFrom('sandbox.notices').execute();
  now = new Date(START);
  inbox = [];
  answers = [];
  sandbox = createSandbox({
    db, clock: () => now, secret: SECRET, publicUrl: () => 'http://pay.test', webhookUrl: () => 'http://shop.test/hook', fetch: receive,
  });
  await sandbox.changeSettings({
    webhookDelayMs: 0, webhookCopies: 1, webhookDrop: false, webhookReorder: false, providerDown: false, payoutOutcome: 'by_account',
  });
});

const request = (over: { reference?: string; amount?: number; currency?: Currency } = {}) => ({
  reference: over.reference ?? reference(),
  amount: minor(over.amount ?? 1_500_000),
  currency: over.currency ?? ('NGN' as const),
  customerName: 'Amina Bello',
  customerEmail: 'amina@example.com',
  description: 'Invoice 7',
  businessName: 'Kofi Prints',
  returnUrl: 'http://pay.test/pay/abc',
});

async function opened(over: Parameters<typeof request>[0] = {}) {
  const wish = request(over);
  const answer = await sandbox.startCheckout(wish);
  if (!answer.ok) throw new Error(answer.reason);
  return { reference: wish.reference, ...answer.checkout };
}

const payout = (accountNumber: string, amount = 2_000_000) => ({
  reference: reference(), amount: minor(amount), currency: 'NGN' as const, bankCode: '058', accountNumber, accountName: 'OBI ADAEZE', narration: 'Rent',
});

describe('money', () => {
  test.each([
    ['NGN', 100_000, 1_500],
    ['NGN', 249_999, 3_750],
    ['NGN', 250_000, 13_750],
    ['NGN', 1_500_000, 32_500],
    ['NGN', 900_000_000, 200_000],
    ['USD', 10_000, 390],
  ] as const)('%s %i costs %i to collect', (currency, amount, fee) => {
    expect(collectionFee(minor(amount), currency)).toBe(fee);
  });

  test.each([['500000', 1_000], ['500001', 2_500], ['5000000', 2_500], ['5000001', 5_000]])('a payout of %s costs %i', (amount, fee) => {
    expect(payoutFee(minor(Number(amount)), 'NGN')).toBe(fee);
  });

  test.each([['1,500.5', 150_050], ['0.01', 1], ['12', 1_200], ['0', null], ['-5', null], ['1.005', null], ['1e9', null], ['', null]])('%s is read as %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  test('every test card passes the check digit and belongs to no network', () => {
    expect(testCards.filter((card) => !passesLuhn(card.number) || !card.number.startsWith('9'))).toEqual([]);
    expect(new Set(testCards.map((card) => card.number)).size).toBe(testCards.length);
  });
});

describe('checkouts', () => {
  test('naira come with an account and a code, dollars without', async () => {
    const naira = await opened();
    expect(naira.checkoutUrl).toMatch(/^http:\/\/pay\.test\/sandbox\/checkout\/[\w-]{32}$/);
    expect(naira.account).toMatchObject({ bankName: 'Sandbox Bank (test)', accountName: 'Kofi Prints / Test', expiresAt: null });
    expect(naira.account?.accountNumber).toMatch(/^\d{10}$/);
    expect(naira.ussdCode).toBe(`*999*${naira.account?.accountNumber}#`);
    expect(await opened({ currency: 'USD' })).toMatchObject({ account: null, ussdCode: null });
  });

  test('ten callers with one reference get one checkout', async () => {
    const wish = request();
    const all = await Promise.all(Array.from({ length: 10 }, () => sandbox.startCheckout(wish)));
    expect(all.every((answer) => answer.ok)).toBe(true);
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test.each([['amount', { amount: 1_500_001 }], ['currency', { currency: 'USD' as const }]])('a reference with another %s is refused', async (_, change) => {
    const first = await opened();
    expect(await sandbox.startCheckout(request({ reference: first.reference, ...change }))).toMatchObject({ ok: false, retry: false });
  });

  test.each([['amount', { amount: minor(0) }], ['return address', { returnUrl: 'javascript:alert(1)' }], ['reference', { reference: '' }]])('a bad %s is refused', async (_, change) => {
    expect(await sandbox.startCheckout({ ...request(), ...change })).toMatchObject({ ok: false, retry: false });
  });
});

describe('payments', () => {
  test.each(['bank_transfer', 'card', 'ussd', 'qr_code', 'wallet'] satisfies PaymentMethod[])('by %s stand in the books', async (method) => {
    const { reference: ref } = await opened();
    const paid = await sandbox.outside.payReference(ref, { method });
    const told = { reference: ref, status: 'completed', amount: 1_500_000, fee: 32_500, currency: 'NGN', method, testMode: true, paidAt: now };
    expect(await sandbox.verifyPayment(paid?.transaction_id ?? '')).toEqual({ ok: true, payment: { transactionId: paid?.transaction_id, ...told } });
    expect(await sandbox.listPayments(ref)).toMatchObject({ ok: true, payments: [told] });
  });

  test('an account takes any amount, also after it was paid', async () => {
    const { reference: ref, account } = await opened();
    const number = account?.accountNumber ?? '';
    await sandbox.outside.payAccount(number, { amount: minor(500_000) });
    await sandbox.outside.payAccount(number, { amount: minor(1_000_000) });
    await sandbox.outside.payAccount(number);
    const listed = await sandbox.listPayments(ref);
    expect(listed.ok && listed.payments.map((payment) => payment.amount).sort()).toEqual([1_000_000, 1_500_000, 500_000]);
    expect(await sandbox.outside.payAccount('0123456789')).toBeNull();
  });

  test('late money is pending until its time and needs no running loop', async () => {
    const { reference: ref } = await opened();
    await sandbox.outside.payReference(ref, { afterMs: 60_000 });
    const state = async () => {
      const listed = await sandbox.listPayments(ref);
      return listed.ok && listed.payments.map(({ status, fee, paidAt }) => ({ status, fee, paidAt }));
    };
    pass(59_999);
    expect(await state()).toEqual([{ status: 'pending', fee: 0, paidAt: null }]);
    pass(1);
    expect(await state()).toEqual([{ status: 'completed', fee: 32_500, paidAt: new Date(START + 60_000) }]);
  });

  test('the same attempt charges once, however often it is sent', async () => {
    const { reference: ref } = await opened();
    const tries = await Promise.all(Array.from({ length: 8 }, () => sandbox.outside.payReference(ref, { attempt: `one-${ref}` })));
    expect(new Set(tries.map((payment) => payment?.transaction_id)).size).toBe(1);
    await sandbox.tick();
    expect(inbox).toHaveLength(1);
  });

  test('an unknown transaction is null, an orphan is known', async () => {
    expect(await sandbox.verifyPayment('sbt_nothing')).toEqual({ ok: true, payment: null });
    const orphan = await sandbox.outside.payOrphan(minor(70_000), 'NGN');
    expect(await sandbox.verifyPayment(orphan.transaction_id)).toMatchObject({ ok: true, payment: { status: 'completed', amount: 70_000 } });
    expect(await sandbox.verifyPayment(await sandbox.outside.sendGhostNotice())).toEqual({ ok: true, payment: null });
  });
});

describe('notices', () => {
  const payOne = async () => {
    const { reference: ref } = await opened();
    return sandbox.outside.payReference(ref);
  };
  const read = (body: string, signature: string | null) =>
    sandbox.readNotice(Buffer.from(body), new Headers(signature === null ? {} : { [SIGNATURE_HEADER]: signature }));

  test('a delivered notice is read as what it is about', async () => {
    const paid = await payOne();
    await sandbox.tick();
    const [sent] = inbox;
    expect(read(sent?.body ?? '', sent?.signature ?? '')).toEqual({ eventId: expect.stringMatching(/^sbe_/), about: 'payment', transactionId: paid?.transaction_id });
  });

  const body = JSON.stringify({ id: 'e1', type: 'payment.completed', data: { transactionId: 't1' } });
  test.each([
    ['none', null],
    ['empty', ''],
    ['short', sign(SECRET, body).slice(0, 127)],
    ['long', `${sign(SECRET, body)}0`],
    ['upper-case', sign(SECRET, body).toUpperCase()],
    ['doubled', `${sign(SECRET, body)}, ${sign(SECRET, body)}`],
    ['of another secret', sign('another-secret-entirely', body)],
    ['of an empty secret', sign('', body)],
    ['of other bytes', sign(SECRET, `${body} `)],
  ])('a signature that is %s is refused', (_, signature) => {
    expect(read(body, signature)).toBeNull();
  });

  test.each([
    ['an array', '[]', null],
    ['a text', '"payment"', null],
    ['null', 'null', null],
    ['no JSON', '{', null],
    ['an unknown type', '{"id":"e1","type":"payment.exploded","data":{"transactionId":"t"}}', { eventId: 'e1', about: 'other' }],
    ['an inherited type', '{"id":"e1","type":"constructor","data":{"transactionId":"t"}}', { eventId: 'e1', about: 'other' }],
    ['a type twice', '{"id":"e1","type":"payout.completed","type":"payment.completed","data":{"transactionId":"t"}}', { eventId: 'e1', about: 'other' }],
    ['an id that is no text', '{"id":"e1","type":"payment.completed","data":{"transactionId":7}}', { eventId: 'e1', about: 'other' }],
    ['a payout', '{"id":"e1","type":"payout.failed","data":{"reference":"w1"}}', { eventId: 'e1', about: 'payout', reference: 'w1' }],
  ])('an authentic body with %s is judged', (_, text, expected) => {
    expect(read(text, sign(SECRET, text))).toEqual(expected);
  });

  test('a body without an id is known by its bytes', () => {
    const text = '{"type":"payment.completed","data":{"transactionId":"t1"}}';
    expect(read(text, sign(SECRET, text))).toEqual({ eventId: expect.stringMatching(/^sha256_[0-9a-f]{64}$/), about: 'payment', transactionId: 't1' });
  });

  test('a secret too short to sign with stops the start', () => {
    expect(() => createSandbox({ db, clock: () => now, secret: '', publicUrl: () => '', webhookUrl: () => '' })).toThrow('16 characters');
  });

  test('a refused notice is sent again with the same bytes, on schedule', async () => {
    answers = [500, 302, 404];
    await payOne();
    for (const wait of [0, 1_999, 1, 10_000, 30_000, HOUR_MS]) {
      pass(wait);
      await sandbox.tick();
    }
    expect(inbox).toHaveLength(4);
    expect(new Set(inbox.map((sent) => sent.body)).size).toBe(1);
  });

  test('it is given up after three days', async () => {
    await payOne();
    answers = Array.from({ length: 200 }, () => 500);
    for (let hour = 0; hour < 90; hour++) {
      await sandbox.tick();
      pass(HOUR_MS);
    }
    const [notice] = await db.selectFrom('sandbox.notices').selectAll().execute();
    expect(notice).toMatchObject({ state: 'given_up', next_at: null });
    expect(inbox.length).toBeGreaterThan(70);
    expect(inbox.length).toBeLessThan(75);
    expect(retryAfterMs(9, 71.5 * HOUR_MS)).toBeNull();
  });

  test.each([
    ['copied', { webhookCopies: 3 }, 3],
    ['dropped', { webhookDrop: true }, 0],
    ['delayed', { webhookDelayMs: 5_000 }, 0],
  ])('notices can be %s', async (_, change, expected) => {
    await sandbox.changeSettings(change);
    await payOne();
    for (let round = 0; round < 6; round++) {
      await sandbox.tick();
      pass(200);
    }
    expect(inbox).toHaveLength(expected);
    expect(new Set(inbox.map((sent) => sent.body)).size).toBe(Math.min(expected, 1));
  });

  test('notices can overtake each other', async () => {
    await sandbox.changeSettings({ webhookReorder: true });
    const paid = [await payOne(), await payOne()].map((payment) => payment?.transaction_id);
    for (const wait of [0, 5_000]) {
      pass(wait);
      await sandbox.tick();
    }
    const order = inbox.map((sent) => read(sent.body, sent.signature)).map((notice) => notice?.about === 'payment' && notice.transactionId);
    expect(order.toSorted()).toEqual(paid.toSorted());
    const { sequence } = await db.selectFrom('sandbox.notices').select('sequence').orderBy('sequence').executeTakeFirstOrThrow();
    expect(order).toEqual(sequence % 2 === 1 ? paid.toReversed() : paid);
  });

  test('two processes send a notice once', async () => {
    const other = createSandbox({ db, clock: () => now, secret: SECRET, publicUrl: () => '', webhookUrl: () => 'http://shop.test/hook', fetch: receive });
    await payOne();
    await Promise.all([sandbox.tick(), other.tick(), sandbox.tick(), other.tick()]);
    expect(inbox).toHaveLength(1);
  });

  test('the running loop reaches a server that refuses at first, and stops', async () => {
    const seen: string[] = [];
    const server = createServer(async (incoming, outgoing) => {
      seen.push(await textOf(incoming));
      outgoing.writeHead(seen.length === 1 ? 503 : 204).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const running = createSandbox({ db, clock: clockFrom(now), secret: SECRET, publicUrl: () => '', webhookUrl: () => `http://127.0.0.1:${port}/hook` });
    running.start();
    const { reference: ref } = await opened();
    await running.outside.payReference(ref);
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(2);
    await running.stop();
    const attempts = await db.selectFrom('sandbox.notice_attempts').select('response_code').orderBy('id').execute();
    expect(attempts.map((attempt) => attempt.response_code)).toEqual([503, 204]);
    await running.outside.payReference(ref);
    await new Promise((done) => setTimeout(done, 400));
    expect(seen).toHaveLength(2);
  }, 20_000);
});

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

describe('payouts', () => {
  const path = async (order: ReturnType<typeof payout>) => {
    const seen: PayoutState['state'][] = [(await sandbox.sendPayout(order)).state];
    for (const wait of [0, 3_000, 10_000]) {
      pass(wait);
      seen.push((await sandbox.payoutState(order.reference)).state);
    }
    return seen;
  };

  const paths: [string, PayoutState['state'][], string[]][] = [
    ['0123456789', ['processing', 'processing', 'completed', 'completed'], ['payout.completed']],
    ['3000000001', ['processing', 'processing', 'failed', 'failed'], ['payout.failed']],
    ['3000000002', ['processing', 'processing', 'completed', 'reversed'], ['payout.completed', 'payout.reversed']],
    ['3000000003', ['unknown', 'processing', 'completed', 'completed'], ['payout.completed']],
    ['3000000004', ['processing', 'processing', 'processing', 'processing'], []],
    ['3000000005', ['unknown', 'not_found', 'not_found', 'not_found'], []],
    ['3000000006', ['failed', 'failed', 'failed', 'failed'], ['payout.failed']],
  ];
  test.each(paths)('account %s goes its way', async (account, states, types) => {
    expect(await path(payout(account))).toEqual(states);
    await sandbox.tick();
    expect(inbox.map((sent) => JSON.parse(sent.body).type)).toEqual(types);
  });

  test('amount and settings decide as well', async () => {
    expect(await path(payout('0123456789', 123_401))).toEqual(['processing', 'processing', 'failed', 'failed']);
    await sandbox.changeSettings({ payoutOutcome: 'refused' });
    expect((await sandbox.sendPayout(payout('0123456789'))).state).toBe('failed');
  });

  test('a reference pays once under concurrent calls and keeps its terms', async () => {
    const order = payout('0123456789');
    const all = await Promise.all(Array.from({ length: 10 }, () => sandbox.sendPayout(order)));
    expect(all.map((answer) => answer.state)).toEqual(Array(10).fill('processing'));
    const rows = await db.selectFrom('sandbox.payouts').select('reference').where('reference', '=', order.reference).execute();
    expect(rows).toHaveLength(1);
    expect((await sandbox.sendPayout({ ...order, amount: minor(1) })).state).toBe('unknown');
    pass(3_000);
    expect(await sandbox.sendPayout(order)).toEqual({ state: 'completed', reason: null, fee: 2_500 });
  });
});

describe('the rest of the port', () => {
  test('names are always the same, unknown accounts have none', async () => {
    const first = await sandbox.resolveAccount('058', '0123456789');
    expect(first).toEqual({ ok: true, accountName: expect.stringMatching(/^[A-Z]+ [A-Z]+( [A-Z]+)?$/) });
    expect(await sandbox.resolveAccount('058', '0123456789')).toEqual(first);
    for (const [bank, number] of [['058', '0000000000'], ['058', '123'], ['999', '0123456789'], ['030', '0123456789']] as const) {
      expect(await sandbox.resolveAccount(bank, number)).toEqual({ ok: true, accountName: null });
    }
    expect(await sandbox.resolveAccount('058', '0000000099')).toMatchObject({ ok: false, retry: true });
    expect(Object.keys(payoutAccounts)).toHaveLength(6);
  });

  test('the banks of the product are listed by code and name', async () => {
    const answer = await sandbox.banks('NGN');
    expect(answer.ok && answer.banks.length).toBeGreaterThanOrEqual(20);
    expect(answer).toMatchObject({ ok: true, banks: expect.arrayContaining([{ code: '058', name: 'Guaranty Trust Bank (GTB)' }]) });
  });

  test('when it is down every call says so, and no money moves', async () => {
    await sandbox.changeSettings({ providerDown: true });
    const order = payout('0123456789');
    const told = await Promise.all([
      sandbox.startCheckout(request()), sandbox.verifyPayment('x'), sandbox.listPayments('x'), sandbox.banks('NGN'), sandbox.resolveAccount('058', '0123456789'),
    ]);
    expect(told.map((answer) => !answer.ok && answer.retry)).toEqual(Array(5).fill(true));
    expect((await sandbox.sendPayout(order)).state).toBe('unknown');
    expect((await sandbox.payoutState(order.reference)).state).toBe('unknown');
    await sandbox.changeSettings({ providerDown: false });
    expect((await sandbox.payoutState(order.reference)).state).toBe('not_found');
  });
});
