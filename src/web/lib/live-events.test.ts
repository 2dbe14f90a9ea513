import { QueryClient } from '@tanstack/react-query';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

const owner = {
  id: 'usr_1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Obi',
  image: null,
  currency: 'NGN' as const,
  isEmailVerified: true,
  isBusinessRegistered: true,
  businessId: 'biz_1',
};
const handlers = { onEvent: () => {}, onMissed: () => {} };

// Left by `head.js` for the page's scripts, which look for it once: files played before this one have loaded them without it.
vi.resetModules();
Object.assign(globalThis, {
  readAhead: {
    token: 'tok_1',
    paths: [],
    answer: Promise.resolve({ data: [], lastEventId: 'first-reads' }),
  },
});
const { affectedModules, follow } = await import('./live-events.ts');
const { onSessionExpired } = await import('./session/expiry.ts');
const { getSession, startSession } = await import('./session/session.ts');
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'readAhead');
  vi.resetModules();
});

function stubBrowser(answer: (headers: Headers) => Response): void {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('fetch', (_path: string, { headers }: RequestInit) =>
    Promise.resolve(answer(new Headers(headers))),
  );
}

afterEach(() => vi.unstubAllGlobals());

test('a stream goes on from where the first screen was read, and one that broke off from its last event', async () => {
  vi.useFakeTimers();
  const from: (string | null)[] = [];
  const parts = [
    'id: second\nevent: news\ndata: {"topic":"payments"}\n\nretry: 1000\nid: third\n: listening\n\n',
    'event: missed\ndata: {}\n\nretry: 1000\nid: fourth\n: listening\n\n',
  ];
  stubBrowser((headers) => {
    from.push(headers.get('Last-Event-ID'));
    return new Response(parts[from.length - 1] ?? ': listening\n\n');
  });
  startSession('tok_1', owner);
  const stop = new AbortController();
  const heard: string[] = [];
  const following = follow(stop.signal, {
    onEvent: ({ topic }) => heard.push(topic),
    onMissed: () => heard.push('missed'),
  });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(from).toEqual(['first-reads', 'third', 'fourth']);
  expect(heard).toEqual(['payments', 'missed']);
  stop.abort();
  await following;
  vi.useRealTimers();
});

test.each([
  ['was ended elsewhere', '{"data":{"sessionEnded":true}}', 'error:You were signed out from another device'],
  ['is too old', null, 'error:Session expired. Please login again.'],
])('a device whose session %s goes to the log-in page at once, and says why', async (_, body, text) => {
  stubBrowser(() => new Response(body, { status: 401 }));
  startSession('tok_1', owner);
  const left = vi.fn();
  onSessionExpired(left);
  const stop = new AbortController();
  const following = follow(stop.signal, handlers);
  await vi.waitFor(() => expect(left).toHaveBeenCalledOnce(), { timeout: 60_000 });
  expect(getSession().token).toBeNull();
  expect(sessionStorage.getItem('toast')).toContain(text);
  stop.abort();
  await following;
});

test('a page whose stream gave way to newer ones comes back when the server says', async () => {
  vi.useFakeTimers();
  let opened = 0;
  stubBrowser(() => {
    opened++;
    return new Response('retry: 2000\n: listening\n\nretry: 60000\n: gave way\n\n');
  });
  startSession('tok_1', owner);
  const stop = new AbortController();
  const following = follow(stop.signal, handlers);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(opened).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened).toBe(2);
  stop.abort();
  await following;
  vi.useRealTimers();
});

test('a token that a proof has replaced meanwhile ends nothing', async () => {
  stubBrowser(() => {
    startSession('tok_2', owner);
    return new Response(null, { status: 401 });
  });
  startSession('tok_1', owner);
  const stop = new AbortController();
  const following = follow(stop.signal, handlers);
  await vi.waitFor(() => expect(getSession().token).toBe('tok_2'), { timeout: 60_000 });
  await new Promise((done) => setTimeout(done));
  expect(getSession().token).toBe('tok_2');
  stop.abort();
  await following;
});

test('with an invoice its quote is read again, also one deleted on another device', async () => {
  const { refreshInvoices } = await import('./invoices/delivery.ts');
  const queries = new QueryClient();
  queries.setQueryData(['quotes.detail', 'NGN', 'quo_1'], {});
  await refreshInvoices(queries);
  expect(queries.getQueryState(['quotes.detail', 'NGN', 'quo_1'])).toMatchObject({ isInvalidated: true });
  expect(affectedModules.invoices).toContain('quotes');
});
