import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live, type LiveEvent, liveEvent } from '#contract/live.ts';
import { setReachable } from './offline/connectivity.ts';
import { refreshModules } from './query-client.ts';
import { firstEventId } from './read-ahead.ts';
import { expireSession, responseData, sessionEndMessage } from './session/expiry.ts';
import { getSession } from './session/session.ts';
import { parseJson } from './storage.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** Reads that also change when the records of a topic do. */
export const affectedModules: Record<LiveEvent['topic'], readonly string[]> = {
  payments: ['payments', 'invoices', 'customers', 'reminders', 'analytics', 'dashboard', 'withdrawals'],
  // Credit and kept tax of an invoice stand among the payments, and a deleted part's share is its quote's again.
  invoices: ['invoices', 'payments', 'customers', 'reminders', 'analytics', 'dashboard', 'quotes'],
  plans: ['plans'],
  quotes: ['quotes'],
  customers: ['customers', 'reminders', 'analytics', 'dashboard'],
  withdrawals: ['withdrawals', 'dashboard'],
  activities: ['activities'],
  messages: ['messages', 'reminders'],
  whatsapp: ['whatsapp'],
  business: ['business'],
  readings: ['readings'],
  sessions: ['identity'],
};

/** Subscribes to the business's live events while the page is open, and invalidates the affected queries. */
export function useLiveEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const affected = new Set<string>();
    // Events that come together are read for once.
    const invalidate = (modules: readonly string[]) => {
      if (affected.size === 0) queueMicrotask(flush);
      for (const module of modules) affected.add(module);
    };
    const flush = () => {
      const modules = [...affected];
      affected.clear();
      void refreshModules(queries, modules);
    };
    void follow(stop.signal, {
      onEvent: ({ topic }) => invalidate(affectedModules[topic]),
      onMissed: () => invalidate(Object.values(affectedModules).flat()),
    });
    return () => stop.abort();
  }, [queries]);
}

/** `onMissed`: events were told while nobody listened, and the service does not know any more which. */
type LiveHandlers = { onEvent: (item: LiveEvent) => void; onMissed: () => void };

/** The event heard last: the stream, and any after it, goes on from there, at first from where the first screen was read. */
let lastEventId: string | null = null;

/** Reads the event stream until aborted, or until the session ends. */
export async function follow(signal: AbortSignal, handlers: LiveHandlers): Promise<void> {
  lastEventId ??= await firstEventId();
  let wait = FIRST_WAIT_MS;
  let disconnected = false;
  while (!signal.aborted && getSession().token !== null) {
    const isReconnect = disconnected;
    const onOpen = () => {
      setReachable(true);
      if (isReconnect && lastEventId === null) handlers.onMissed();
    };
    let retry = FIRST_WAIT_MS;
    const onRetry = (ms: number) => {
      retry = Math.min(ms, LONGEST_WAIT_MS);
    };
    const connected = await listen(signal, { ...handlers, onOpen, onRetry }).catch(() => false);
    disconnected = true;
    wait = connected ? retry : Math.min(wait * 2, LONGEST_WAIT_MS);
    await pause(wait, signal);
  }
}

/** `onRetry`: how long the server wants this client to wait before it comes back. */
type StreamHandlers = LiveHandlers & { onOpen: () => void; onRetry: (retryMs: number) => void };

/** Answers whether the stream was there at all. It may break off at any time. */
async function listen(signal: AbortSignal, handlers: StreamHandlers): Promise<boolean> {
  const { token } = getSession();
  const response = await fetch(live.news.path, {
    signal,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'text/event-stream',
      ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }),
    },
  });
  // Ended from another device: what is on screen must not stay there. A proof may have brought another token meanwhile.
  if (response.status === 401) {
    const message = sessionEndMessage(await responseData(response));
    if (getSession().token === token) expireSession(message);
  }
  if (!response.ok || !response.body) return false;
  handlers.onOpen();
  await read(response.body, handlers).catch(() => undefined);
  return true;
}

async function read(body: ReadableStream<BufferSource>, handlers: StreamHandlers): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const events = (pending + chunk.value).split(/\r?\n\r?\n/);
    pending = events.pop() ?? '';
    for (const event of events) dispatch(event, handlers);
  }
}

function dispatch(event: string, { onRetry, onEvent, onMissed }: StreamHandlers): void {
  const retry = /^retry: ?(\d+)$/m.exec(event)?.[1];
  if (retry) onRetry(Number(retry));
  lastEventId = /^id: ?(\S+)$/m.exec(event)?.[1] ?? lastEventId;
  if (/^event: ?missed$/m.test(event)) return onMissed();
  const text = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n');
  const item = liveEvent.safeParse(parseJson(text));
  if (item.success) onEvent(item.data);
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
