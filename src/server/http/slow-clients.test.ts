import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { receiveBody } from './request-body.ts';
import { endSlowBodies, withBodyTimeout } from './slow-clients.ts';

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
  const request = new Request('http://a', { method: 'POST', body, duplex: 'half' } as RequestInit);
  const upload = { method: 'POST', multipart: true } as Endpoint;
  return (await receiveBody(request, upload)).bytes.byteLength;
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
  await expect(withBodyTimeout(async () => 'read')).resolves.toBe('read');
  const refused = expect(withBodyTimeout(() => new Promise(() => {}))).rejects.toMatchObject({
    code: 'too_slow',
  });
  await vi.advanceTimersByTimeAsync(12_000);
  await refused;
});

test('a connection whose body does not come is ended, one with a form is left to its reader', async () => {
  vi.useRealTimers();
  const server = createServer(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  endSlowBodies(server);
  const arrived: string[] = [];
  server.on('request', ({ headers }) => arrived.push(headers['content-type'] ?? ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [slow, form] = ['text/plain', 'multipart/form-data; boundary=x'].map((type) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 9\r\n\r\n1`);
    return socket;
  });
  const ended = once(slow as Socket, 'close');
  while (arrived.length < 2) await new Promise(setImmediate);
  vi.advanceTimersByTime(13_000);
  await ended;
  expect(form?.destroyed).toBe(false);
  form?.destroy();
  server.close();
});
