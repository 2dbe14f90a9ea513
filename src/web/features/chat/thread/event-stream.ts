import { parseJson } from '#web/lib/storage.ts';

type StreamEvent = { name: string; data: unknown };

/** The server-sent events of an answer, as they arrive. Data that is no JSON comes as null. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const events = (pending + chunk.value).split(/\r?\n\r?\n/);
      pending = events.pop() ?? '';
      for (const event of events) yield parseEvent(event);
    }
    if (pending.trim() !== '') yield parseEvent(pending);
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

export function parseEvent(event: string): StreamEvent {
  const lines = event.split(/\r?\n/);
  const values = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trim());
  return { name: values('event').at(-1) ?? 'message', data: parseJson(values('data').join('\n')) };
}
