import { EVENT_STREAM } from '#server/kernel/live.ts';

/** Sends events until the client goes; `write` is false from then on. `gone` is aborted when it goes. */
export type EventWriter = { write(event: string, data: unknown): boolean; gone: AbortSignal };

/** A `text/event-stream` answer. `work` writes its events; what it throws is for it to tell. */
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
