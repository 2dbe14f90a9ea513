import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live, type News, news } from '#contract/live.ts';
import { noteReach } from './offline/connectivity.ts';
import { dataOf, endWords, expireSession } from './session/expiry.ts';
import { getSession } from './session/session.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Reads that also change when the records of a topic do. */
const touched: Record<News['topic'], readonly string[]> = {
  payments: ['payments', 'invoices', 'reminders', 'analytics', 'dashboard'],
  invoices: ['invoices', 'reminders', 'analytics', 'dashboard'],
  customers: ['customers', 'reminders', 'analytics', 'dashboard'],
  withdrawals: ['withdrawals', 'dashboard'],
  activities: ['activities'],
  messages: ['messages', 'reminders'],
  whatsapp: ['whatsapp'],
  sessions: ['identity'],
};

/** Subscribes to the business's live events while the page is open, and invalidates the affected queries. */
export function useLiveNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const readAgain = (modules: readonly string[]) =>
      void queries.invalidateQueries({ predicate: ({ queryKey }) => modules.includes(moduleOf(queryKey)) });
    void follow(stop.signal, {
      news: ({ topic }) => readAgain(touched[topic]),
      // Events during the disconnect were missed.
      reconnected: () => readAgain(Object.values(touched).flat()),
    });
    return () => stop.abort();
  }, [queries]);
}

/** Query keys begin with the endpoint's name, such as `invoices.list`. */
function moduleOf(queryKey: readonly unknown[]): string {
  return String(queryKey[0]).split('.')[0] ?? '';
}

type Ear = { news: (item: News) => void; reconnected: () => void };

/** Reads the event stream until aborted, or until the session ends. */
export async function follow(signal: AbortSignal, ear: Ear): Promise<void> {
  let wait = FIRST_WAIT_MS;
  let lost = false;
  while (!signal.aborted && getSession().token !== null) {
    const told = lost;
    const begin = () => {
      noteReach(true);
      if (told) ear.reconnected();
    };
    const heard = await listen(signal, begin, ear.news).catch(() => false);
    lost = true;
    wait = heard ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
    await pause(wait, signal);
  }
}

/** Answers whether the stream was there at all. It may break off at any time. */
async function listen(signal: AbortSignal, begin: () => void, tell: (item: News) => void): Promise<boolean> {
  const { token } = getSession();
  const response = await fetch(live.news.path, {
    signal,
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
  });
  // Ended from another device: what is on screen must not stay there. A proof may have brought another token meanwhile.
  if (response.status === 401) {
    const told = endWords(await dataOf(response));
    if (getSession().token === token) expireSession(told);
  }
  if (!response.ok || !response.body) return false;
  begin();
  await read(response.body, tell).catch(() => undefined);
  return true;
}

async function read(body: ReadableStream<BufferSource>, tell: (item: News) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const events = (pending + chunk.value).split(/\r?\n\r?\n/);
    pending = events.pop() ?? '';
    for (const event of events) dispatch(event, tell);
  }
}

function dispatch(event: string, tell: (item: News) => void): void {
  const text = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n');
  const item = news.safeParse(parse(text));
  if (item.success) tell(item.data);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Waits; a network that comes back ends the wait. */
function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = setTimeout(end, waitMs);
    addEventListener('online', end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
  });
}
