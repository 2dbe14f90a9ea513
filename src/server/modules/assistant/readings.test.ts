import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '#contract/index.ts';
import { readings } from '#contract/readings.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { pageOf, readerOf, type Seen } from '#server/modules/capture/testing.ts';
import type { Turn } from '#server/workers/pool.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { rescueReadings } from './commands/readings.ts';
import { runs } from './flows/readings.ts';

const params = { currency: 'NGN' } as const;
/** One call of the reader, which ends when the test says so. */
type HeldRead = { turn: Turn; finish: (result?: Seen) => void };

const PAPER = `
INVOICE
Bill To: Bello Contractors

Description              Qty     Rate        Amount
Bags of cement           10      9,500.00    95,000.00
Iron rods                4       12,000.00   48,000.00

Total NGN                                    143,000.00
`;
const found: Seen = { ok: true, pages: [pageOf(PAPER)], pagesLeftOut: 0 };
const BUSY: Seen = { ok: false, reason: 'busy', retry: true };
const GIVEN_UP: Seen = { ok: false, reason: 'timeout', retry: true };

let app: TestApp;
let png: Uint8Array<ArrayBuffer>;
let held: HeldRead[];
let answers: ((turn: Turn) => Seen) | null;
/** Whether the reader hears that it is to stop. */
let isAlive: boolean;
/** Whether tasks for the workers are ended as too slow. */
let isOverloaded = false;
beforeAll(async () => {
  const white = { width: 9, height: 9, channels: 3, background: '#fff' } as const;
  png = new Uint8Array(await sharp({ create: white }).png().toBuffer());
  const read = readerOf((turn) =>
    answers
      ? Promise.resolve(answers(turn))
      : new Promise((resolve) => {
          held.push({ turn, finish: (result = found) => resolve(result) });
          turn.signal?.addEventListener('abort', () => isAlive && resolve(GIVEN_UP));
        }),
  );
  app = await testApp(
    { CLOCK: '2026-11-20T09:00:00Z', RATE_UPLOADS_PER_HOUR: '1000', RATE_UPLOADS_PER_BUSINESS: '1000' },
    {
      ports: (made) => ({
        ...made,
        documents: { ...made.documents, read },
        workers: {
          ...made.workers,
          run: (task, input, turn) =>
            isOverloaded
              ? Promise.resolve({ ok: false, reason: 'timeout' })
              : made.workers.run(task, input, turn),
        },
      }),
    },
  );
});
afterAll(() => app.close());
beforeEach(() => {
  held = [];
  answers = null;
  isAlive = true;
});

afterEach(() => {
  for (const { finish } of held) finish();
});

async function upload(owner: Owner, fields: Record<string, string> = {}, path = 'readings') {
  const form = new FormData();
  form.set('file', new File([png], 'paper.png'));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = { Authorization: `Bearer ${owner.token}` };
  return fetch(`${app.url}/api/ngn/aiagent/${path}`, { method: 'POST', body: form, headers });
}
async function sendPaper(owner: Owner, fields?: Record<string, string>) {
  const response = await upload(owner, fields);
  expect(response.status).toBe(201);
  return z.parse(readings.create.response, await response.json()).data;
}
const of = async (owner: Owner, id: string) =>
  (await owner.call(api.readings.get, { params: { ...params, id } })).data;
const cancel = (owner: Owner, id: string) => owner.call(api.readings.cancel, { params: { ...params, id } });
const retry = (owner: Owner, id: string) => owner.call(api.readings.retry, { params: { ...params, id } });
const messages = async (owner: Owner) =>
  (await owner.call(api.assistant.thread, { params })).data.thread.messages;
const until = (owner: Owner, id: string, state: string) =>
  eventually(async () => {
    const reading = await of(owner, id);
    return reading.state === state ? reading : null;
  });
const nextRead = (count: number) => eventually(async () => held[count - 1]);

test('papers wait with their true number, businesses in turns, and each is read once', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const first = await sendPaper(owner, { prompt: 'add VAT' });
  expect(first.question.reading).toEqual({ id: first.reading.id, state: expect.any(String), answerId: null });
  const { turn, finish } = await nextRead(1);
  const second = await sendPaper(owner);
  const others = await sendPaper(other);
  // The other's first goes between this one's two.
  expect((await of(other, others.reading.id)).ahead).toBe(1);
  expect(await of(owner, second.reading.id)).toMatchObject({ state: 'queued', ahead: 2, ownAhead: 1 });
  expect(await of(owner, first.reading.id)).toMatchObject({
    state: 'reading',
    ahead: null,
    stage: 'received',
    pages: null,
  });
  for (const done of [0, 2]) turn.onStep?.('prepared', { done, of: 7 });
  await eventually(async () => (await of(owner, first.reading.id)).pages?.done === 2);
  expect(await of(owner, first.reading.id)).toMatchObject({ stage: 'prepared', pages: { done: 2, of: 7 } });
  finish();
  const ready = await until(owner, first.reading.id, 'ready');
  expect(ready.answer).toMatchObject({ outcome: { draft: { taxRate: 7.5 } }, metadata: { hasImage: true } });
  expect((await nextRead(2)).turn.subject).toBe(other.businessId);
  held[1]?.finish();
  (await nextRead(3)).finish();
  await until(owner, second.reading.id, 'ready');
  await until(other, others.reading.id, 'ready');
  expect(held).toHaveLength(3);
  const stored = await messages(owner);
  expect(stored.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'assistant']);
  expect(stored[0]?.reading?.answerId).toBe(stored[2]?.id);
});

test('one that is stopped is not answered, and is read again without another upload', async () => {
  const owner = await newOwner(app);
  const { reading } = await sendPaper(owner);
  await nextRead(1);
  expect((await cancel(owner, reading.id)).data.state).toBe('cancelled');
  expect((await refusalOf(cancel(owner, reading.id))).status).toBe(409);
  await retry(owner, reading.id);
  expect((await refusalOf(retry(owner, reading.id))).status).toBe(409);
  (await nextRead(2)).finish();
  await until(owner, reading.id, 'ready');
  expect((await messages(owner)).map(({ role }) => role)).toEqual(['user', 'assistant']);
  // Its conversation stands open until what came of it can no longer be confirmed.
  const goesOn = async () => (await owner.call(api.assistant.threads, { params })).data[0]?.goesOn;
  expect(await goesOn()).toBe(true);
  app.advance(11 * MINUTE_MS);
  expect(await goesOn()).toBe(false);
  const files = app.store.db.selectFrom('files').select('id').where('business_id', '=', owner.businessId);
  expect(await files.execute()).toHaveLength(1);
});

test('a process that dies over a paper leaves it to the next, and answers no more itself', async () => {
  const owner = await newOwner(app);
  const { reading } = await sendPaper(owner);
  const dead = await nextRead(1);
  isAlive = false;
  app.advance(2 * MINUTE_MS);
  await app.scope().transactAsSystem(rescueReadings);
  const next = runs.read(app.scope(), {});
  (await nextRead(2)).finish();
  await next;
  await until(owner, reading.id, 'ready');
  dead.finish();
  await app.scope().transactAsSystem(rescueReadings);
  await runs.read(app.scope(), {});
  expect((await messages(owner)).map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(held).toHaveLength(2);
});

test('a busy machine is not the photo’s fault: it keeps its place for an hour, then is left to its owner', async () => {
  const owner = await newOwner(app);
  answers = () => BUSY;
  const { reading } = await sendPaper(owner);
  for (let attempt = 0; attempt < 8; attempt++) await runs.read(app.scope(), {});
  await until(owner, reading.id, 'queued');
  app.advance(61 * MINUTE_MS);
  await runs.read(app.scope(), {});
  const failed = await until(owner, reading.id, 'failed');
  expect(failed).toMatchObject({ reason: 'busy', answer: null });
  expect(failed.message).toMatch(/busy.*nothing wrong with your photo/);
  expect((await messages(owner)).map(({ role }) => role)).toEqual(['user']);
  answers = () => found;
  await retry(owner, reading.id);
  await until(owner, reading.id, 'ready');
});

test('a paper that says nothing is answered; whoever waits for the answer is told of a slow machine', async () => {
  const owner = await newOwner(app);
  answers = () => ({ ok: false, reason: 'damaged', retry: false });
  const { reading } = await sendPaper(owner);
  expect((await until(owner, reading.id, 'ready')).answer?.message).toContain('damaged');
  answers = () => ({ ok: false, reason: 'timeout', retry: true });
  const waited = await upload(owner, {}, 'conversation');
  expect([waited.status, waited.headers.get('Retry-After')]).toEqual([503, '60']);
  expect(await waited.json()).toMatchObject({ message: expect.stringContaining('on our side') });
});

test('another business’s reading does not exist', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const { reading } = await sendPaper(owner);
  for (const call of [of, cancel, retry]) expect((await refusalOf(call(other, reading.id))).status).toBe(404);
});

test('a hundred papers of three businesses are all answered, in turns; none has more than fifty waiting', async () => {
  const counts = [50, 30, 20];
  const owners = await Promise.all(counts.map(() => newOwner(app)));
  const [first] = owners as [Owner];
  await sendPaper(first);
  await nextRead(1);
  for (const [at, owner] of owners.entries())
    for (let sent = at === 0 ? 1 : 0; sent < (counts[at] ?? 0); sent++) await sendPaper(owner);
  const refused = await upload(first);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '30']);
  const order = [first.businessId];
  answers = ({ subject }) => {
    order.push(subject);
    return found;
  };
  held[0]?.finish();
  const answered = async (owner: Owner) =>
    (await messages(owner)).filter(({ outcome }) => outcome?.draft).length;
  await eventually(() => Promise.resolve(order.length >= 100));
  for (const [at, owner] of owners.entries())
    await eventually(async () => (await answered(owner)) === counts[at]);
  // While all three wait none is more than two papers behind another.
  for (let read = 3; read <= 60; read++) {
    const shares = owners.map(
      ({ businessId }) => order.slice(0, read).filter((subject) => subject === businessId).length,
    );
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(2);
  }
});

test('a conversation that is put away takes its papers along', async () => {
  const owner = await newOwner(app);
  const { reading } = await sendPaper(owner);
  const { finish } = await nextRead(1);
  await owner.call(api.assistant.newThread, { params });
  finish();
  await until(owner, reading.id, 'cancelled');
});

test('a message that found no processor in time is not called too long', async () => {
  const owner = await newOwner(app);
  const ask = () => owner.call(api.assistant.conversation, { params, body: { prompt: 'hello' } });
  isOverloaded = true;
  expect(await refusalOf(ask().finally(() => (isOverloaded = false)))).toMatchObject({
    status: 503,
    message: expect.stringContaining('try again'),
  });
  expect(JSON.stringify(await ask())).not.toContain('too much');
});
