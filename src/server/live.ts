import type { News } from '#contract/live.ts';
import type { Store } from './db.ts';

type Told = News & { businessId: string };
type Heard = (news: Told) => void;

/** News of committed changes, from whichever process made them. */
export type LiveHub = { subscribe(heard: Heard): () => void; stop(): Promise<void> };

const HEARTBEAT_MS = 20_000;

/** Headers of an answer that comes as events: kept by nobody on the way, passed on at once. */
export const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** Listens on the database's `live` channel and passes each piece of news to every subscriber. */
export async function openLiveHub(store: Store): Promise<LiveHub> {
  const subscribers = new Set<Heard>();
  const unlisten = await store.listen('live', (payload) => {
    const news = JSON.parse(payload) as Told;
    for (const heard of subscribers) heard(news);
  });
  return {
    subscribe: (heard) => {
      subscribers.add(heard);
      return () => subscribers.delete(heard);
    },
    stop: unlisten,
  };
}

/**
 * An event stream of the news that `choose` lets through. Ends when the client goes, and soon after `goesOn` answers
 * false: whoever was let in may no longer be.
 */
export function newsStream(
  hub: LiveHub,
  choose: (news: Told) => News | null,
  signal: AbortSignal,
  goesOn: () => Promise<boolean> = async () => true,
): Response {
  const encoder = new TextEncoder();
  let close = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let open = true;
      const write = (text: string) => open && controller.enqueue(encoder.encode(text));
      const unsubscribe = hub.subscribe((told) => {
        const news = choose(told);
        if (news) write(`event: news\ndata: ${JSON.stringify(news)}\n\n`);
      });
      const beat = async () => {
        if (await goesOn().catch(() => false)) return write(': still here\n\n');
        if (!open) return;
        close();
        controller.close();
      };
      const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
      close = () => {
        open = false;
        clearInterval(heartbeat);
        unsubscribe();
      };
      signal.addEventListener('abort', close, { once: true });
      write('retry: 2000\n: listening\n\n');
    },
    cancel: () => close(),
  });
  return new Response(body, {
    headers: EVENT_STREAM,
  });
}
