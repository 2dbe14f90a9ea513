import { EVENT_STREAM } from '#server/kernel/live.ts';

/**
 * Sends events until the client disconnects; `write` returns false from then on, `disconnected` is aborted.
 */
export type EventWriter = { write(event: string, data: unknown): boolean; gone: AbortSignal };

/** A `text/event-stream` response. `work` writes the events and reports its own errors. */
export function eventStream(signal: AbortSignal, work: (writer: EventWriter) => Promise<void>): Response {
  const encoder = new TextEncoder();
  const going = new AbortController();
  const leave = () => going.abort();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal.aborted) leave();
      signal.addEventListener('abort', leave, { once: true });
      const write = (event: string, data: unknown) => {
        if (going.signal.aborted) return false;
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        return true;
      };
      void work({ write, gone: going.signal }).finally(() => {
        if (!going.signal.aborted) controller.close();
      });
    },
    cancel: leave,
  });
  return new Response(body, { headers: EVENT_STREAM });
}
