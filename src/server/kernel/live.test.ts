import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { openSession } from '#server/modules/identity/commands/sessions.ts';
import { queriesDuring } from '../../../tests/query-count.ts';
import { eventually, newOwner, type Owner, type TestApp, testApp } from '../../../tests/harness.ts';
import { publish } from './scope.ts';

const HEARTBEAT_MS = 20_000;
const open = new Set<unknown>();
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const { subscribe } = app.system.live;
  app.system.live.subscribe = (onEvent, ...others) => {
    const unsubscribe = subscribe(onEvent, ...others);
    open.add(onEvent);
    return () => {
      open.delete(onEvent);
      return unsubscribe();
    };
  };
});
afterEach(() => {
  vi.useRealTimers();
  open.clear();
});
afterAll(() => app.close());

const listen = (token: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  app.app.request('/api/live', { ...init, headers: { Authorization: `Bearer ${token}`, ...headers } });

test('a stream ends once its session was ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const owner = await newOwner(app);
  const reader = (await listen(owner.token)).body?.getReader();
  const next = async () => {
    const part = await reader?.read();
    return part?.done ? 'ended' : new TextDecoder().decode(part?.value);
  };
  // Letters of a new account may be told of in between.
  const nextButNews = async () => {
    let part = await next();
    while (part.includes('event: news')) part = await next();
    return part;
  };
  expect(await nextButNews()).toContain('listening');
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await nextButNews()).toContain('still here');
  await owner.call(api.identity.logout, {});
  vi.advanceTimersByTime(HEARTBEAT_MS);
  expect(await nextButNews()).toBe('ended');
  expect(open.size).toBe(0);
});

/** Opens a stream and collects what comes until it is over. */
async function stream(token: string, headers: Record<string, string> = {}) {
  const body = (await listen(token, headers)).body?.pipeThrough(new TextDecoderStream());
  const heard = { text: '', over: false };
  void (async () => {
    for await (const part of body ?? []) heard.text += part;
    heard.over = true;
  })();
  return heard;
}
/** Topics a test tells itself: letters of a new account may be told of in between. */
const topicsIn = (text: string): string[] => text.match(/(?<="topic":")(?:quotes|plans|readings)/g) ?? [];
const over = (streams: { over: boolean }[]) => streams.map((one) => one.over);
const sessionOf = (owner: Owner) =>
  app.scope().transactAsSystem((ctx) => openSession(ctx, owner.userId, { config: app.config }));

test('a stream goes on from where the first reads stood: nothing in between is missed, nothing before told again', async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  const tell = (businessId: string, topic: 'quotes' | 'plans' | 'readings') =>
    app.scope().transactAsSystem(async (ctx) => publish(ctx, businessId, { topic }));
  const witness = await stream(owner.token);
  const heardBy = (topic: string) => eventually(async () => topicsIn(witness.text).includes(topic));
  await tell(owner.businessId, 'quotes');
  await heardBy('quotes');
  const { lastEventId } = await owner.call(api.batch.read, { body: { reads: ['/api/auth/session'] } });
  await tell(other.businessId, 'plans');
  await tell(owner.businessId, 'readings');
  await heardBy('readings');
  const goesOn = await stream(owner.token, { 'Last-Event-ID': lastEventId });
  await eventually(async () => goesOn.text.includes('listening'));
  expect(topicsIn(goesOn.text)).toEqual(['readings']);
  const lost = await stream(owner.token, { 'Last-Event-ID': 'of another time' });
  await eventually(async () => lost.text.includes('listening'));
  expect(lost.text).toMatch(/^event: missed\n/);
  const fresh = await stream(owner.token);
  await eventually(async () => fresh.text.includes('listening'));
  expect(topicsIn(fresh.text)).toEqual([]);
  expect(fresh.text).not.toContain('missed');
});

test('of one session the newest five stay; the oldest are told to come back later, and end', async () => {
  const owner = await newOwner(app, { register: false });
  const other = await newOwner(app, { register: false });
  const apart = await stream(other.token);
  const streams: Awaited<ReturnType<typeof stream>>[] = [];
  for (let at = 0; at < 12; at++) streams.push(await stream(owner.token));
  await eventually(async () => streams.slice(0, 7).every((one) => one.over));
  expect(over(streams)).toEqual([...Array(7).fill(true), ...Array(5).fill(false)]);
  expect(streams[0]?.text).toContain('retry: 60000\n: gave way to a newer stream');
  expect([open.size, apart.over]).toEqual([6, false]);
});

test('of one business the newest forty stay, over all its sessions', async () => {
  const owner = await newOwner(app, { register: false });
  const streams: Awaited<ReturnType<typeof stream>>[] = [];
  for (let session = 0; session < 9; session++) {
    const token = await sessionOf(owner);
    for (let at = 0; at < 5; at++) streams.push(await stream(token));
  }
  await eventually(async () => streams.slice(0, 5).every((one) => one.over));
  expect(over(streams).filter(Boolean)).toHaveLength(5);
  expect(open.size).toBe(40);
});

test('one question for each session and event, however many streams it has', async () => {
  const owner = await newOwner(app, { register: false });
  const tokens = [await sessionOf(owner), await sessionOf(owner)];
  const streams: Awaited<ReturnType<typeof stream>>[] = [];
  for (const token of tokens) for (let at = 0; at < 5; at++) streams.push(await stream(token));
  const told = (times: number) =>
    eventually(async () => streams.every(({ text }) => text.split('"sessions"').length > times));
  const tell = () =>
    app.scope().transactAsSystem(async (ctx) => publish(ctx, owner.businessId, { topic: 'sessions' }));
  for (const times of [1, 2]) {
    const questions = await queriesDuring(async () => {
      await tell();
      await told(times);
    }, /^select "s"."id" from "sessions" as "s"/);
    expect(questions).toBe(tokens.length);
  }
});

test('asking only for the head of a stream leaves nothing open', async () => {
  const owner = await newOwner(app);
  const answer = await listen(owner.token, {}, { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(open.size).toBe(0);
});

test('a client that left before the answer leaves nothing open', async () => {
  const owner = await newOwner(app);
  await listen(owner.token, {}, { signal: AbortSignal.abort() });
  expect(open.size).toBe(0);
});
