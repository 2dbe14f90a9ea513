import { pause } from '../../../tests/fault-injection/webhook-courier.ts';
import type { Owner } from '../../../tests/harness.ts';

const RECONNECT_MS = 2_000;

/** A page that listens to live events as a browser does: it connects again by itself. */
export type Stream = {
  /** When it last heard news, or that it has to read again; on the clock of `performance.now()`. */
  heardAt(): number;
  close(): void;
};

/** Opens one for an owner at a process of the service. */
export function openStream(url: string, { token }: Owner): Stream {
  const stopped = new AbortController();
  let heardAt = 0;
  let lastEventId = '';
  const listen = async (): Promise<void> => {
    const answer = await fetch(`${url}/api/live`, {
      headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
      signal: stopped.signal,
    });
    let rest = '';
    for await (const part of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const events = `${rest}${part}`.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        lastEventId = /^id: (.+)$/m.exec(event)?.[1] ?? lastEventId;
        if (/^event: (news|missed)$/m.test(event)) heardAt = performance.now();
      }
    }
  };
  void (async () => {
    while (!stopped.signal.aborted) {
      await listen().catch(() => undefined);
      await pause(RECONNECT_MS);
    }
  })();
  return { heardAt: () => heardAt, close: () => stopped.abort() };
}
