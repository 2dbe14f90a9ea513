import { randomInt } from 'node:crypto';
import type { News } from '#contract/live.ts';
import { AppError } from '#core/errors.ts';
import type { Store } from './db.ts';

type Told = News & { businessId: string };
type Heard = (news: Told) => void;

/** Live events of committed changes, from any process. */
export type LiveHub = {
  /**
   * `missed` is called when events may have been lost: the listener has to read again. `onShutdown` when the
   * process ends, with the delay before reconnecting.
   */
  subscribe(heard: Heard, missed?: () => void, over?: (comeBackMs: number) => void): () => void;
  /**
   * Acquires a slot for an unauthenticated stream; throws 429 when all are taken. Returns the release
   * function.
   */
  takePlace(clientAddress: string): () => void;
  /** How many streams are open in this process. */
  listening(): number;
  /** Ends every stream, telling its client when to come back. */
  endAll(): void;
  stop(): Promise<void>;
};

const HEARTBEAT_MS = 20_000;
/** Chunks a client may leave unread before it is disconnected: it reconnects and reads the current state. */
const MOST_UNREAD = 64;
const RETRY_SECONDS = 30;
// Spread out, so that clients do not all reconnect to the next process at once.
const COME_BACK_MS: [number, number] = [500, 4_000];

/**
 * Limits of unauthenticated streams: phones of one network share an address, a process has limited memory.
 */
export const PLACES = { perAddress: 20, inAll: 2000 };

/** Headers of an event stream: not cached, not buffered by proxies. */
export const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** Listens on the database's `live` channel and passes each event to every subscriber. */
export async function openLiveHub(store: Store): Promise<LiveHub> {
  const subscribers = new Map<
    Heard,
    { missed: (() => void) | undefined; over: (comeBackMs: number) => void }
  >();
  const unlisten = await store.listen(
    'live',
    (payload) => {
      const news = JSON.parse(payload) as Told;
      for (const heard of subscribers.keys()) heard(news);
    },
    () => {
      for (const { missed } of subscribers.values()) missed?.();
    },
  );
  return {
    subscribe: (heard, missed, over = () => {}) => {
      subscribers.set(heard, { missed, over });
      return () => subscribers.delete(heard);
    },
    takePlace: placesOf(PLACES),
    listening: () => subscribers.size,
    endAll: () => {
      // Each subscriber removes itself on shutdown, hence the copy.
      const all = Array.from(subscribers.values());
      for (const { over } of all) over(randomInt(...COME_BACK_MS));
    },
    stop: unlisten,
  };
}

/** Counts streams by address and in all, in this process. */
export function placesOf(most: typeof PLACES): LiveHub['takePlace'] {
  const taken = new Map<string, number>();
  let all = 0;
  return (address) => {
    const here = taken.get(address) ?? 0;
    if (here >= most.perAddress || all >= most.inAll)
      throw new AppError('too_many_requests', 'Too many pages listen at once. Ask again by and by', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    taken.set(address, here + 1);
    all++;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      all--;
      const left = (taken.get(address) ?? 1) - 1;
      if (left === 0) taken.delete(address);
      else taken.set(address, left);
    };
  };
}

type Around = {
  /** Whether the client is still authorized to listen. */
  goesOn?: () => Promise<boolean>;
  /** Called once when the stream is over, however it ended. */
  onEnd?: () => void;
};

/**
 * An event stream of the events `choose` lets through. Ends when the client disconnects, when it does not
 * read, when events may have been lost, and soon after `isAuthorized` returns false.
 */
export function newsStream(
  hub: LiveHub,
  choose: (news: Told) => News | null,
  signal: AbortSignal,
  { goesOn = async () => true, onEnd }: Around = {},
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
        if ((controller.desiredSize ?? 0) <= -MOST_UNREAD) return end();
        controller.enqueue(encoder.encode(text));
      };
      const unsubscribe = hub.subscribe(
        (told) => {
          const news = choose(told);
          if (news?.topic === 'sessions') return void look(news);
          if (news) tell(news);
        },
        end,
        (comeBackMs) => {
          write(`retry: ${comeBackMs}\n: another process answers\n\n`);
          end();
        },
      );
      const tell = (news: News) => write(`event: news\ndata: ${JSON.stringify(news)}\n\n`);
      const goes = () => goesOn().catch(() => false);
      const beat = async () => ((await goes()) ? write(': still here\n\n') : end());
      // It may be this stream's own session that ended.
      const look = async (news: News) => ((await goes()) ? tell(news) : end());
      const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
      close = () => {
        if (!open) return;
        open = false;
        clearInterval(heartbeat);
        unsubscribe();
        onEnd?.();
      };
      signal.addEventListener('abort', close, { once: true });
      write('retry: 2000\n: listening\n\n');
    },
    cancel: () => close(),
  });
  return new Response(body, { headers: EVENT_STREAM });
}
