import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced, withinPatience } from './slow-clients.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A body of which `bytes` arrive every `everyMs`, `parts` times. */
const coming = (bytes: number, everyMs: number, parts: number): ReadableStream<Uint8Array> => {
  let sent = 0;
  return new ReadableStream({
    pull: async (controller) => {
      await new Promise((done) => setTimeout(done, everyMs));
      if (sent++ === parts) controller.close();
      else controller.enqueue(new Uint8Array(bytes));
    },
  });
};

async function read(body: ReadableStream<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const part of paced(body)) size += part.byteLength;
  return size;
}

test.each([
  ['a fast one', 64_000, 10, 160, 10_240_000],
  ['ten megabytes over a slow mobile network', 16_000, 2_000, 640, 10_240_000],
])('a large body is read to its end: %s', async (_, bytes, everyMs, parts, size) => {
  const reading = read(coming(bytes, everyMs, parts));
  await vi.runAllTimersAsync();
  await expect(reading).resolves.toBe(size);
});

test.each([
  ['a trickle', 1, 500],
  ['nothing at all', 1, 600_000],
])('%s is given up on within 12 s', async (_, bytes, everyMs) => {
  const reading = read(coming(bytes, everyMs, 100_000));
  const refused = expect(reading).rejects.toMatchObject({ code: 'too_slow' });
  await vi.advanceTimersByTimeAsync(12_000);
  await refused;
});

test('a small body has 12 s', async () => {
  await expect(withinPatience(async () => 'read')).resolves.toBe('read');
  const refused = expect(withinPatience(() => new Promise(() => {}))).rejects.toMatchObject({
    code: 'too_slow',
  });
  await vi.advanceTimersByTimeAsync(12_000);
  await refused;
});
