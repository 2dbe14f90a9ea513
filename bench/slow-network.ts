import { createServer, connect, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { freePort } from '../tests/free-port.ts';

/** Lighthouse's slow 4G. */
const TRIP_MS = 150;
const DOWN_BYTES_PER_MS = 1638.4 / 8;
const UP_BYTES_PER_MS = 675 / 8;

/**
 * An address that answers as the service does, over a slow network that all connections share: a browser's own slowing leaves out
 * what a service worker fetches.
 */
export async function slowNetwork(url: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const [up, down] = [line(UP_BYTES_PER_MS), line(DOWN_BYTES_PER_MS)];
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => open.delete(socket));
    }
    // Its first bytes wait for the hands of the connection to be shaken.
    client.pipe(up(TRIP_MS)).pipe(upstream);
    upstream.pipe(down(0)).pipe(client);
  });
  const own = await freePort();
  await new Promise<void>((done) => server.listen(own, '127.0.0.1', done));
  return {
    url: `http://localhost:${own}`,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** One direction: bytes leave one after the other, and come half a trip later. */
function line(bytesPerMs: number): (beforehandMs: number) => Transform {
  let free = 0;
  return (beforehandMs) => {
    const begun = performance.now() + beforehandMs;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        free = Math.max(free, performance.now(), begun) + chunk.length / bytesPerMs;
        setTimeout(() => this.push(chunk), free + TRIP_MS / 2 - performance.now());
        // The next is taken once this one has left, or one connection would fill the line for all.
        setTimeout(done, free - performance.now());
      },
      flush(done) {
        setTimeout(done, TRIP_MS);
      },
    });
  };
}
