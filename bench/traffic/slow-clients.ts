import { connect, type Socket } from 'node:net';
import { Client } from 'undici';

/** Slow connections of three kinds, and one well-behaved client. */
export type SlowOrder = {
  what: 'slow';
  port: number;
  sockets: number;
  /** The good client's path and token; also what those that do not read ask for. */
  path: string;
  token: string;
};

/**
 * The good client's milliseconds, in order of size, and how long each slow connection lived, by kind. Who does not read
 * does not hear the end either: of those only how many turned out to be over after 14 s is known.
 */
export type SlowResults = {
  good: number[];
  refused: number;
  lived: Record<string, number[]>;
  stillOpen: number;
};

const EVERY_MS = 1_000;
const GOOD_EVERY_MS = 50;
const WATCHED_MS = 30_000;
const CHECK_UNREAD_MS = 14_000;
const CLOSED_WITHIN_MS = 1_000;

/** Holds slow connections open for as long as the service lets them, and measures a good client meanwhile. */
export async function slowClients(order: SlowOrder): Promise<SlowResults> {
  const fared: SlowResults = { good: [], refused: 0, lived: {}, stillOpen: 0 };
  const open = Array.from(
    { length: order.sockets },
    (_, at) => slowKinds[at % slowKinds.length]?.(order, fared) as Socket,
  );
  const unread = open.filter((_, at) => slowKinds[at % slowKinds.length] === unreadResponse);
  setTimeout(() => detectClosed(unread), CHECK_UNREAD_MS);
  await runGoodClient(order, fared);
  fared.stillOpen = open.filter((socket) => !socket.destroyed).length;
  for (const socket of open) socket.destroy();
  for (const times of [fared.good, ...Object.values(fared.lived)]) times.sort((a, b) => a - b);
  return fared;
}

// Connections the service has closed end as soon as they are read; those still open are destroyed a moment
// later.
function detectClosed(unread: Socket[]): void {
  for (const socket of unread) socket.resume();
  setTimeout(() => {
    for (const socket of unread) if (!socket.destroyed) socket.emit('held');
  }, CLOSED_WITHIN_MS);
}

async function runGoodClient({ port, path, token }: SlowOrder, fared: SlowResults): Promise<void> {
  const client = new Client(`http://127.0.0.1:${port}`);
  const until = performance.now() + WATCHED_MS;
  while (performance.now() < until) {
    const from = performance.now();
    const { statusCode, body } = await client.request({
      method: 'GET',
      path,
      headers: { authorization: `Bearer ${token}` },
    });
    await body.arrayBuffer();
    if (statusCode === 200) fared.good.push(performance.now() - from);
    else fared.refused++;
    await new Promise((done) => setTimeout(done, GOOD_EVERY_MS));
  }
  await client.close();
}

type ConnectionLifetime = Pick<SlowResults, 'lived'>;
type Aim = Pick<SlowOrder, 'port' | 'path' | 'token'>;

function slowConnection(
  port: number,
  kind: string,
  fared: ConnectionLifetime,
  first: string,
  drip: string,
): Socket {
  const from = performance.now();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('close', () => (fared.lived[kind] ??= []).push(performance.now() - from));
  socket.write(first);
  if (drip) {
    let at = 0;
    const timer = setInterval(() => socket.write(drip[at++ % drip.length] ?? ''), EVERY_MS);
    socket.on('close', () => clearInterval(timer));
    socket.resume();
  }
  return socket;
}

const slowHeaders = ({ port }: Aim, fared: ConnectionLifetime) =>
  slowConnection(port, 'headers', fared, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'x');

const slowBody = ({ port }: Aim, fared: ConnectionLifetime) =>
  slowConnection(
    port,
    'body',
    fared,
    'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
    ' ',
  );

// Asks again and again and takes none of the answers.
function unreadResponse({ port, path, token }: Aim, fared: ConnectionLifetime): Socket {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const socket = slowConnection(port, 'reading', fared, request, '');
  socket.pause();
  socket.on('held', () => (fared.lived['reading, longer than 14 s'] ??= []).push(CHECK_UNREAD_MS));
  return socket;
}

/** Opens one slow connection, by its kind; how long it lived is noted when it ends. */
export const slowKinds = [slowHeaders, slowBody, unreadResponse];
