import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { plusMs } from '#core/dates.ts';
import type { Actor } from './scope.ts';
import { createSessionCache, type LiveSession, type SessionCache } from './session-cache.ts';

const NOW = new Date('2026-03-02T10:00:00Z');
const at = (ms: number) => plusMs(NOW, ms);

const tell: {
  event?: (event: LiveEvent & { businessId: string }, id: string) => void;
  missed?: (() => void) | undefined;
} = {};
const live = {
  subscribe: (event: NonNullable<typeof tell.event>, missed?: () => void) => {
    Object.assign(tell, { event, missed });
    return () => {};
  },
};
const sessionOf = (businessId: string, more: Partial<Actor> = {}): LiveSession<Actor> => ({
  actor: { userId: `usr_${businessId}`, businessId, registered: true, ...more } as Actor,
  expiresAt: at(3_600_000),
});
const okafor = sessionOf('okafor');

let cache: SessionCache<Actor>;
const read = vi.fn(async (): Promise<LiveSession<Actor> | null> => okafor);
beforeEach(() => {
  cache = createSessionCache(live);
  read.mockReset().mockResolvedValue(okafor);
});
const ask = (ms = 0, hash = 'a') => cache.actorOf(hash, at(ms), read);

test('a session is read once in five seconds, also by calls of the same moment and a clock set back', async () => {
  expect(await Promise.all([ask(), ask(), ask(4_999)])).toEqual([okafor.actor, okafor.actor, okafor.actor]);
  expect(read).toHaveBeenCalledTimes(1);
  await ask(5_000);
  await ask(-60_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('each of these has the next call read it again', async () => {
  const bello = sessionOf('bello');
  const other = vi.fn(async () => bello);
  for (const forget of [
    () => cache.forget('okafor'),
    () => tell.event?.({ topic: 'sessions', businessId: 'okafor' }, 'event'),
    () => tell.missed?.(),
  ]) {
    cache = createSessionCache(live);
    read.mockClear();
    await ask();
    tell.event?.({ topic: 'invoices', businessId: 'okafor' }, 'event');
    await ask();
    expect(read).toHaveBeenCalledTimes(1);
    forget();
    read.mockResolvedValueOnce(null);
    expect(await ask()).toBeNull();
  }
  await cache.actorOf('b', NOW, other);
  cache.forget('okafor');
  await cache.actorOf('b', NOW, other);
  expect(other).toHaveBeenCalledTimes(1);
});

test('what was read while the session ended is not kept', async () => {
  let answer: (session: LiveSession<Actor>) => void = () => {};
  read.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const first = ask();
  cache.forget('okafor');
  answer(okafor);
  expect(await first).toEqual(okafor.actor);
  read.mockResolvedValueOnce(null);
  expect(await ask()).toBeNull();
});

test('no session, no business yet and a failed read are not kept; one that runs out meanwhile is over', async () => {
  read.mockResolvedValueOnce(null).mockResolvedValueOnce(sessionOf('okafor', { registered: false }));
  read.mockRejectedValueOnce(new Error('no database'));
  expect(await ask()).toBeNull();
  expect(await ask()).toMatchObject({ registered: false });
  await expect(ask()).rejects.toThrow('no database');
  read.mockResolvedValueOnce({ ...okafor, expiresAt: at(1_000) });
  expect(await ask()).toEqual(okafor.actor);
  expect(read).toHaveBeenCalledTimes(4);
  expect(await ask(1_000)).toBeNull();
  expect(read).toHaveBeenCalledTimes(4);
});
