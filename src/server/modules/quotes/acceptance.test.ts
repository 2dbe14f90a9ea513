import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { accept, codesTo, customerOf, mailedCode, sampleQuote, sentQuote } from './testing.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const detail = async (id: string) =>
  (await owner.call(api.quotes.detail, { params: { ...params, id } })).data;
const pageOf = async (publicId: string) => (await fetch(`${app.url}/quote/${publicId}`)).text();
const post = (publicId: string, kind: string, fields: Record<string, string>) =>
  fetch(`${app.url}/quote/${publicId}/${kind}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

const DRAWN: [number, number][][] = [
  [
    [0, 0],
    [50, 90],
    [100, 0],
  ],
  [[300, 120]],
];
const PATH = 'M0 0Q50 90 75 45L100 0M300 120L301 120';

describe('a signature drawn by hand', () => {
  test('is redrawn as path data and stands with the acceptance for both sides', async () => {
    const quote = await sentQuote(owner);
    await accept(app, quote.publicId, { signature: DRAWN });
    expect((await detail(quote.id)).acceptance).toMatchObject({ name: 'Chief Okafor', signature: PATH });
    expect(await pageOf(quote.publicId)).toContain(`d="${PATH}"`);
    const pdf = await fetch(`${app.url}/api/quote/${quote.publicId}/pdf`);
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
    const plain = await sentQuote(owner);
    await accept(app, plain.publicId);
    expect((await detail(plain.id)).acceptance).toMatchObject({ signature: null });
    expect(await pageOf(plain.publicId)).not.toContain('class="signed"');
  });

  const many = (count: number) => Array.from({ length: count }, () => [[600, 240]]);
  test.each<[string, unknown]>([
    ['markup', '<svg><path d="M0 0L1 1"/></svg>'],
    ['path data', 'M0 0L1 1'],
    ['no list', { strokes: DRAWN }],
    ['nothing', []],
    ['an empty stroke', [[]]],
    ['words for points', [['a', 'b']]],
    ['words for numbers', [[['0', '0']]]],
    ['half a unit', [[[0.5, 1]]]],
    ['a point beyond the box', [[[601, 0]]]],
    ['a point below zero', [[[0, -1]]]],
    ['three numbers', [[[0, 0, 0]]]],
    ['one number', [[[0]]]],
    ['something beside strokes', [[[0, 0]], { onload: 'x' }]],
    ['too many strokes', many(101)],
    ['too many points', [Array.from({ length: 2001 }, () => [0, 0])]],
    ['more than 20 kB', [many(2000).flat()]],
    ['mistakes without end', [Array.from({ length: 4_000 }, () => 'x')]],
  ])('of %s is refused, and nothing changes', async (_, signature) => {
    const quote = await sentQuote(owner);
    const { data } = await customerOf(app)(api.quotes.publicRead, { params: { publicId: quote.publicId } });
    const response = await fetch(`${app.url}/api/quote/${quote.publicId}/accept`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: 'Chief Okafor',
        mayAccept: true,
        revisionHash: data.revisionHash,
        signature,
      }),
    });
    const refusal = (await response.json()) as { message: string; errors: { path: string }[] };
    expect(response.status).toBe(422);
    expect(refusal.message).toBe('Draw your signature again, or leave it out');
    expect(refusal.errors.length).toBeLessThanOrEqual(100);
    for (const { path } of refusal.errors) expect(path).toMatch(/^signature/);
    const form = { name: 'Chief Okafor', mayAccept: 'yes', revisionHash: data.revisionHash };
    const again = await post(quote.publicId, 'accept', { ...form, signature: JSON.stringify(signature) });
    expect(again.status).toBe(422);
    const page = await again.text();
    expect(page).toContain('Draw your signature again, or leave it out');
    expect(page).toContain('value="Chief Okafor"');
    expect(page).toContain('name="signature" value=""');
    expect((await detail(quote.id)).status).toBe('sent');
  });

  test('comes with the form of the page, and back with it where another field is wrong', async () => {
    const { id, publicId } = await sentQuote(owner);
    const { data } = await customerOf(app)(api.quotes.publicRead, { params: { publicId } });
    const signature = JSON.stringify(DRAWN);
    const form = { name: 'Ngozi', revisionHash: data.revisionHash, signature };
    const unticked = await post(publicId, 'accept', form);
    expect(unticked.status).toBe(422);
    expect(await unticked.text()).toContain(`value="${signature}"`);
    expect((await post(publicId, 'accept', { ...form, signature: '[[' })).status).toBe(422);
    expect((await post(publicId, 'accept', { ...form, mayAccept: 'yes' })).status).toBe(303);
    expect((await detail(id)).acceptance).toMatchObject({ name: 'Ngozi', signature: PATH });
  });

  test('is nothing but path data in the database too', async () => {
    const quote = await sentQuote(owner);
    await accept(app, quote.publicId, { signature: DRAWN });
    const write = (path: string) =>
      sql`update quote_acceptances set signature = ${path} where quote_id = ${quote.id}`.execute(
        app.store.db,
      );
    for (const path of ['', 'M0 0', 'M0 0L1 1"/><script>', 'M0 0L1 1Z', 'M0 0L1000 1'])
      await expect(write(path), path).rejects.toThrow('quote_acceptances_signature');
  });
});

describe('a code by email', () => {
  const TO = 'chief@okafor.test';
  const asking = (more: object = {}) => sentQuote(owner, { clientEmail: TO, askCode: true, ...more });
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');
  const events = async (id: string) => (await detail(id)).events.map(({ kind }) => kind);

  test('is asked for before the quote is accepted, works once, and is told everywhere', async () => {
    const quote = await asking();
    const { data: read } = await customerOf(app)(api.quotes.publicRead, {
      params: { publicId: quote.publicId },
    });
    expect(read.codeTo).toBe('c•••@okafor.test');
    expect(await refusalOf(accept(app, quote.publicId))).toMatchObject({
      status: 422,
      code: 'invalid_input',
      errors: [{ path: 'code' }],
    });
    const code = await mailedCode(app, quote.publicId, TO);
    expect(await refusalOf(accept(app, quote.publicId, { code: wrongFor(code) }))).toMatchObject({
      status: 422,
      code: 'wrong_code',
    });
    expect(await events(quote.id)).toEqual(['code', 'sent']);
    await accept(app, quote.publicId, { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    const accepted = await detail(quote.id);
    expect(accepted.acceptance).toMatchObject({ codeSentTo: 'c•••@okafor.test' });
    expect(await pageOf(quote.publicId)).toContain('Confirmed by a code sent to <bdi>c•••@okafor.test</bdi>');
    const row = await app.store.db
      .selectFrom('quotes')
      .select('verification_code')
      .where('id', '=', quote.id)
      .executeTakeFirstOrThrow();
    const verified = await fetch(`${app.url}/verify/${formatVerificationCode(row.verification_code)}`);
    expect(await verified.text()).toContain('A code sent to <bdi>c•••@okafor.test</bdi>');
    const { rows } = await sql`select 1 from quote_codes where quote_id = ${quote.id}`.execute(app.store.db);
    expect(rows).toEqual([]);
  });

  test('is kept as a hash alone, of this quote and what it says', async () => {
    const quote = await asking();
    const code = await mailedCode(app, quote.publicId, TO);
    const { rows } = await sql`select * from quote_codes where quote_id = ${quote.id}`.execute(app.store.db);
    expect(JSON.stringify(rows)).not.toContain(code);
    const other = await asking();
    await mailedCode(app, other.publicId, TO);
    expect(await refusalOf(accept(app, other.publicId, { code }))).toMatchObject({ code: 'wrong_code' });
    await owner.call(api.quotes.update, {
      params: { ...params, id: quote.id },
      body: sampleQuote({ title: 'Less of it', customerId: quote.customerId }),
    });
    expect((await detail(quote.id)).askCode).toBe(true);
    expect(await refusalOf(accept(app, quote.publicId, { code }))).toMatchObject({ code: 'wrong_code' });
    expect((await detail(quote.id)).status).toBe('sent');
  });

  test('is tried five times, and a new one starts anew', async () => {
    const quote = await asking();
    const code = await mailedCode(app, quote.publicId, TO);
    for (const _ of [1, 2, 3, 4, 5]) await refusalOf(accept(app, quote.publicId, { code: wrongFor(code) }));
    expect(await refusalOf(accept(app, quote.publicId, { code }))).toMatchObject({ code: 'wrong_code' });
    const fresh = await mailedCode(app, quote.publicId, TO);
    await accept(app, quote.publicId, { code: fresh });
    expect((await detail(quote.id)).status).toBe('accepted');
  });

  test('is mailed five times an hour', async () => {
    const quote = await asking();
    for (const _ of [1, 2, 3, 4, 5]) await mailedCode(app, quote.publicId, TO);
    expect(await refusalOf(mailedCode(app, quote.publicId, TO))).toMatchObject({ status: 429 });
    const { data } = await customerOf(app)(api.quotes.publicRead, { params: { publicId: quote.publicId } });
    const page = await post(quote.publicId, 'code', { revisionHash: data.revisionHash });
    expect(page.status).toBe(429);
    expect(await page.text()).toContain('That was a lot of codes');
  });

  test('is too old after fifteen minutes', async () => {
    const own = await testApp();
    try {
      const boss = await newOwner(own);
      const quote = await sentQuote(boss, { clientEmail: TO, askCode: true });
      const code = await mailedCode(own, quote.publicId, TO);
      own.advance(15 * 60_000 + 1);
      expect(await refusalOf(accept(own, quote.publicId, { code }))).toMatchObject({ code: 'wrong_code' });
      const page = await (await fetch(`${own.url}/quote/${quote.publicId}`)).text();
      expect(page).toContain('Send me the code');
      expect(page).not.toContain('/accept"');
    } finally {
      await own.close();
    }
  });

  test('has nowhere to go without an address, and nobody to ask for it where none is wanted', async () => {
    const body = sampleQuote({ clientEmail: undefined, clientPhone: '+2348035550143', askCode: true });
    expect(await refusalOf(owner.call(api.quotes.create, { params, body }))).toMatchObject({
      status: 422,
      errors: [{ path: 'askCode' }],
    });
    const plain = await sentQuote(owner, { clientEmail: TO });
    expect(await refusalOf(mailedCode(app, plain.publicId, TO))).toMatchObject({ status: 409 });
    const gone = await asking();
    await owner.call(api.quotes.withdraw, { params: { ...params, id: gone.id } });
    expect(await refusalOf(mailedCode(app, gone.publicId, TO))).toMatchObject({ code: 'quote_closed' });
    const never = { publicId: 'aaaaaaaaaaaaaaaa' };
    const unknown = customerOf(app)(api.quotes.sendCode, {
      params: never,
      body: { revisionHash: '0'.repeat(64) },
    });
    expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: 'not_found' });
    await accept(app, plain.publicId, { code: '123456' });
    expect((await detail(plain.id)).acceptance).toMatchObject({ codeSentTo: null });
  });

  test('is switched on and off without another revision', async () => {
    const quote = await sentQuote(owner, { clientEmail: TO });
    const change = (askCode: boolean) =>
      owner.call(api.quotes.update, {
        params: { ...params, id: quote.id },
        body: sampleQuote({ customerId: quote.customerId, clientEmail: TO, askCode }),
      });
    expect((await change(true)).data).toMatchObject({ revision: 1, askCode: true });
    expect(await refusalOf(accept(app, quote.publicId))).toMatchObject({ status: 422 });
    expect((await change(false)).data).toMatchObject({ revision: 1, askCode: false });
    await accept(app, quote.publicId);
    expect((await detail(quote.id)).status).toBe('accepted');
  });

  test('does not stand in the way of a payment, which is an answer of its own', async () => {
    const quote = await asking({ kind: 'proforma' });
    const { data } = await customerOf(app)(api.quotes.publicRead, { params: { publicId: quote.publicId } });
    await customerOf(app)(api.quotes.pay, {
      params: { publicId: quote.publicId },
      body: { revisionHash: data.revisionHash },
    });
    expect((await detail(quote.id)).acceptance).toMatchObject({ byPayment: true, codeSentTo: null });
  });

  test('works without a script: a button first, then the field', async () => {
    const quote = await asking();
    const { publicId } = quote;
    const first = await pageOf(publicId);
    expect(first).toContain('Send me the code');
    expect(first).toContain('c•••@okafor.test');
    expect(first).not.toContain('/accept"');
    const revisionHash = /name="revisionHash" value="([\da-f]{64})"/.exec(first)?.[1] ?? '';
    const stale = await post(publicId, 'code', { revisionHash: '0'.repeat(64) });
    expect(stale.status).toBe(409);
    const before = (await codesTo(app, TO)).length;
    const asked = await post(publicId, 'code', { revisionHash, email: 'thief@example.test' });
    expect({ status: asked.status, to: asked.headers.get('Location') }).toEqual({
      status: 303,
      to: `/quote/${publicId}`,
    });
    expect(await pageOf(publicId)).toContain('autocomplete="one-time-code"');
    const code = await eventually(async () => (await codesTo(app, TO))[before]);
    const form = { name: 'Ngozi', mayAccept: 'yes', revisionHash };
    const wrong = await post(publicId, 'accept', { ...form, code: wrongFor(code) });
    expect(wrong.status).toBe(422);
    const page = await wrong.text();
    expect(page).toContain('That code is not right, or too old');
    expect(page).toMatch(/name="mayAccept" value="yes" required checked>/);
    expect(page).toContain('value="Ngozi"');
    expect((await post(publicId, 'accept', form)).status).toBe(422);
    expect((await post(publicId, 'accept', { ...form, code })).status).toBe(303);
    const { rows } = await sql`select 1 from kept_mails where to_address = 'thief@example.test'`.execute(
      app.store.db,
    );
    expect(rows).toEqual([]);
  });
});
