import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { newOwner, type TestApp, testApp } from '../../../tests/harness.ts';

const HEARTBEAT_MS = 20_000;
const open = new Set<unknown>();
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const { subscribe } = app.system.live;
  app.system.live.subscribe = (onEvent) => {
    const unsubscribe = subscribe(onEvent);
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

const listen = (token: string, method = 'GET') =>
  app.app.request('/api/live', { method, headers: { Authorization: `Bearer ${token}` } });

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

test('asking only for the head of a stream leaves nothing open', async () => {
  const owner = await newOwner(app);
  const answer = await listen(owner.token, 'HEAD');
  expect(answer.status).toBe(200);
  expect(open.size).toBe(0);
});
