import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live, type News, news } from '#contract/live.ts';
import { getSession } from './session.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Reads that also change when the records of a topic do. */
const touched: Record<News['topic'], readonly string[]> = {
  payments: ['payments', 'invoices', 'analytics', 'dashboard'],
  invoices: ['invoices', 'analytics', 'dashboard'],
  customers: ['customers', 'analytics', 'dashboard'],
  withdrawals: ['withdrawals', 'dashboard'],
  activities: ['activities'],
};

/** Follows the business's news while the page is open, and reads again whatever each one touches. */
export function useLiveNews(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    void follow(stop.signal, ({ topic }) => {
      const modules = touched[topic];
      void queries.invalidateQueries({ predicate: ({ queryKey }) => modules.includes(moduleOf(queryKey)) });
    });
    return () => stop.abort();
  }, [queries]);
}

/** Query keys begin with the endpoint's name, such as `invoices.list`. */
function moduleOf(queryKey: readonly unknown[]): string {
  return String(queryKey[0]).split('.')[0] ?? '';
}

async function follow(signal: AbortSignal, tell: (item: News) => void): Promise<void> {
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted && getSession().token !== null) {
    const heard = await listen(signal, tell).catch(() => false);
    wait = heard ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
    await pause(wait, signal);
  }
}

async function listen(signal: AbortSignal, tell: (item: News) => void): Promise<boolean> {
  const { token } = getSession();
  const response = await fetch(live.news.path, {
    signal,
    headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
  });
  if (!response.ok || !response.body) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const events = (pending + chunk.value).split(/\r?\n\r?\n/);
    pending = events.pop() ?? '';
    for (const event of events) dispatch(event, tell);
  }
  return true;
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

function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, waitMs);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
