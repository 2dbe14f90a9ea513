import { EVENT_STREAM } from '#server/kernel/live.ts';

/**
 * Sends events until the client disconnects; `write` returns false from then on, `disconnected` is aborted.
 */
export type EventWriter = { write(event: string, data: unknown): boolean; disconnected: AbortSignal };

/** A `text/event-stream` response. `work` writes the events and reports its own errors. */
export function eventStream(signal: AbortSignal, work: (writer: EventWriter) => Promise<void>): Response {
  const encoder = new TextEncoder();
  const aborter = new AbortController();
  const disconnect = () => aborter.abort();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal.aborted) disconnect();
      signal.addEventListener('abort', disconnect, { once: true });
      const write = (event: string, data: unknown) => {
        if (aborter.signal.aborted) return false;
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        return true;
      };
      void work({ write, disconnected: aborter.signal }).finally(() => {
        if (!aborter.signal.aborted) controller.close();
      });
    },
    cancel: disconnect,
  });
  return new Response(body, { headers: EVENT_STREAM });
}
