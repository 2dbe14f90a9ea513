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

const listen = (token: string, init: RequestInit = {}) =>
  app.app.request('/api/live', { ...init, headers: { Authorization: `Bearer ${token}` } });

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
async function stream(token: string) {
  const body = (await listen(token)).body?.pipeThrough(new TextDecoderStream());
  const heard = { text: '', over: false };
  void (async () => {
    for await (const part of body ?? []) heard.text += part;
    heard.over = true;
  })();
  return heard;
}
const over = (streams: { over: boolean }[]) => streams.map((one) => one.over);
const sessionOf = (owner: Owner) =>
  app.scope().transactAsSystem((ctx) => openSession(ctx, owner.userId, { config: app.config }));

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
    app.scope().transactAsSystem((ctx) => publish(ctx, owner.businessId, { topic: 'sessions' }));
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
  const answer = await listen(owner.token, { method: 'HEAD' });
  expect(answer.status).toBe(200);
  expect(open.size).toBe(0);
});

test('a client that left before the answer leaves nothing open', async () => {
  const owner = await newOwner(app);
  await listen(owner.token, { signal: AbortSignal.abort() });
  expect(open.size).toBe(0);
});
