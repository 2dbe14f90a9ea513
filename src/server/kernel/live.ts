import { randomInt } from 'node:crypto';
import type { LiveEvent } from '#contract/live.ts';
import { AppError } from '#core/errors.ts';
import type { Store } from './db.ts';
import { recentEvents } from './recent-events.ts';
import { type SessionStreams, sessionStreams, type StreamOwner } from './session-streams.ts';

type BusinessEvent = LiveEvent & { businessId: string };
type EventListener = (event: BusinessEvent, id: string) => void;

/** Live events of committed changes, from any process. */
export type LiveHub = {
  /**
   * `missed` is called when events may have been lost: the listener has to read again. `onShutdown` when the
   * process ends, with the delay before reconnecting.
   */
  subscribe(
    listener: EventListener,
    missed?: () => void,
    onShutdown?: (reconnectMs: number) => void,
  ): () => void;
  /** Id of the event heard last: what is read from now on has all that it and those before it tell of. */
  lastEventId(): string;
  /** Events since then, oldest first; null where some may be unknown: the listener has to read again. */
  eventsAfter(id: string): { id: string; event: BusinessEvent }[] | null;
  /**
   * Acquires a slot for an unauthenticated stream; throws 429 when all are taken. Returns the release
   * function.
   */
  acquireStreamSlot(clientAddress: string): () => void;
  /** Streams of signed-in people, which give way to newer ones. */
  sessionStreams: SessionStreams;
  /** How many streams are open in this process. */
  listening(): number;
  /** Ends every stream, telling its client when to come back. */
  endAll(): void;
  stop(): Promise<void>;
};

const HEARTBEAT_MS = 20_000;
/** Chunks a client may leave unread before it is disconnected: it reconnects and reads the current state. */
const MAX_UNREAD = 64;
const RETRY_SECONDS = 30;
// Spread out, so that clients do not all reconnect to the next process at once.
const RECONNECT_MS: [number, number] = [500, 4_000];
// Long, or the pages of one session would push each other out in turn.
const DISPLACED_RETRY_MS = 60_000;

/**
 * Limits of unauthenticated streams: phones of one network share an address, a process has limited memory.
 */
export const STREAM_SLOTS = { perAddress: 20, inAll: 2000 };

/** Headers of an event stream: not cached, not buffered by proxies. */
export const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** Listens on the database's `live` channel and passes each event to every subscriber. */
export async function openLiveHub(store: Store): Promise<LiveHub> {
  const subscribers = new Map<
    EventListener,
    { missed: (() => void) | undefined; onShutdown: (reconnectMs: number) => void }
  >();
  const recent = recentEvents<BusinessEvent>();
  const unlisten = await store.listen(
    'live',
    (payload) => {
      const { businessId, topic, invoiceId } = JSON.parse(payload) as BusinessEvent;
      const event = { businessId, topic, invoiceId };
      const id = recent.add(payload, event);
      for (const listener of subscribers.keys()) listener(event, id);
    },
    () => {
      recent.forget();
      for (const { missed } of subscribers.values()) missed?.();
    },
  );
  return {
    subscribe: (listener, missed, onShutdown = () => {}) => {
      subscribers.set(listener, { missed, onShutdown });
      return () => subscribers.delete(listener);
    },
    lastEventId: recent.lastId,
    eventsAfter: recent.after,
    acquireStreamSlot: streamSlots(STREAM_SLOTS),
    sessionStreams: sessionStreams(),
    listening: () => subscribers.size,
    endAll: () => {
      // Each subscriber removes itself on shutdown, hence the copy.
      const all = Array.from(subscribers.values());
      for (const { onShutdown } of all) onShutdown(randomInt(...RECONNECT_MS));
    },
    stop: unlisten,
  };
}

/** Counts streams by address and in all, in this process. */
function streamSlots(max: typeof STREAM_SLOTS): LiveHub['acquireStreamSlot'] {
  const openStreams = new Map<string, number>();
  let all = 0;
  return (address) => {
    const count = openStreams.get(address) ?? 0;
    if (count >= max.perAddress || all >= max.inAll)
      throw new AppError('too_many_requests', 'Too many pages listen at once. Ask again by and by', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    openStreams.set(address, count + 1);
    all++;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      all--;
      const remaining = (openStreams.get(address) ?? 1) - 1;
      if (remaining === 0) openStreams.delete(address);
      else openStreams.set(address, remaining);
    };
  };
}

type StreamOptions = {
  /** The session that listens, and whether it is still authorized to. Without one anybody may. */
  session?: StreamOwner & { isAuthorized: () => Promise<boolean> };
  /** Id of the event its client knows of last; null begins with the next. */
  lastEventId?: string | null;
  /** Called once when the stream is over, however it ended. */
  onEnd?: () => void;
};

type Choose = (news: BusinessEvent) => LiveEvent | null;

const eventText = (event: LiveEvent, id: string) =>
  `id: ${id}\nevent: news\ndata: ${JSON.stringify(event)}\n\n`;

/** In one piece, so that its client reads again once for all of it. */
function textSince(hub: LiveHub, lastEventId: string, choose: Choose): string {
  const since = hub.eventsAfter(lastEventId);
  if (!since) return 'event: missed\ndata: {}\n\n';
  return since
    .map(({ event, id }) => {
      const news = choose(event);
      return news ? eventText(news, id) : '';
    })
    .join('');
}

/**
 * An event stream of the events `choose` lets through. Ends when the client disconnects, when it does not
 * read, when events may have been lost, when its session opens too many, and soon after `isAuthorized` returns false.
 */
export function eventStream(
  hub: LiveHub,
  choose: Choose,
  signal: AbortSignal,
  { session, lastEventId = null, onEnd }: StreamOptions = {},
): Response {
  const encoder = new TextEncoder();
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      const end = () => {
        if (!open) return;
        close();
        controller.close();
      };
      const write = (text: string) => {
        if (!open) return;
        if ((controller.desiredSize ?? 0) <= -MAX_UNREAD) return end();
        controller.enqueue(encoder.encode(text));
      };
      const unsubscribe = hub.subscribe(
        (businessEvent, id) => {
          const news = choose(businessEvent);
          if (news?.topic === 'sessions') return void sendIfAuthorized(businessEvent, news, id);
          if (news) write(eventText(news, id));
        },
        end,
        (reconnectMs) => {
          write(`retry: ${reconnectMs}\n: another process answers\n\n`);
          end();
        },
      );
      const authorized = async () => (session ? session.isAuthorized().catch(() => false) : true);
      const beat = async () => ((await authorized()) ? write(': still here\n\n') : end());
      // It may be this stream's own session that ended.
      const sendIfAuthorized = async (event: BusinessEvent, news: LiveEvent, id: string) => {
        const { sessionId = '' } = session ?? {};
        const stays = await hub.sessionStreams.askOnce(event, sessionId, authorized);
        return stays ? write(eventText(news, id)) : end();
      };
      const release = session
        ? hub.sessionStreams.admit(session, () => {
            write(
              `retry: ${DISPLACED_RETRY_MS}\n: gave way to a newer stream of the same session or business\n\n`,
            );
            end();
          })
        : () => {};
      const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
      close = () => {
        if (!open) return;
        open = false;
        clearInterval(heartbeat);
        unsubscribe();
        release();
        onEnd?.();
      };
      signal.addEventListener('abort', close, { once: true });
      const since = lastEventId === null ? '' : textSince(hub, lastEventId, choose);
      write(`${since}retry: 2000\nid: ${hub.lastEventId()}\n: listening\n\n`);
      // A client that is gone already aborts no more.
      if (signal.aborted) end();
    },
    cancel: () => close(),
  });
  return new Response(body, { headers: EVENT_STREAM });
}
