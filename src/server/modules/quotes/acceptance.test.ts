import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';
import { accept, customerOf, sentQuote } from './testing.ts';

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
      sql`update quote_acceptances set signature = ${path} where quote_id = ${quote.id}`.execute(app.store.db);
    for (const path of ['', 'M0 0', 'M0 0L1 1"/><script>', 'M0 0L1 1Z', 'M0 0L1000 1'])
      await expect(write(path), path).rejects.toThrow('quote_acceptances_signature');
  });
});
