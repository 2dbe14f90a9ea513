import { EVENT_STREAM } from '#server/live.ts';

/** Sends events until the client goes; `write` is false from then on. */
export type EventWriter = { write(event: string, data: unknown): boolean };

/**
 * A `text/event-stream` answer. `work` writes its events; when the client goes first, `left` is called once, and the
 * writer says so.
 */
export function eventStream(
  signal: AbortSignal,
  work: (writer: EventWriter) => Promise<void>,
  left: () => Promise<void>,
): Response {
  const encoder = new TextEncoder();
  let open = true;
  const leave = () => {
    if (!open) return;
    open = false;
    void left();
  };
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      signal.addEventListener('abort', leave, { once: true });
      const write = (event: string, data: unknown) => {
        if (open) controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        return open;
      };
      await work({ write });
      if (!open) return;
      open = false;
      controller.close();
    },
    cancel: leave,
  });
  return new Response(body, {
    headers: EVENT_STREAM,
  });
}
