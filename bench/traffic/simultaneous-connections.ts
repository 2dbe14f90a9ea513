import { connect, type Socket } from 'node:net';

/** So many connections that all ask for the same at one moment. */
export type ConnectionBurst = { what: 'crowd'; port: number; sockets: number; request: string };

/** Milliseconds until each had its whole answer, in order of size, by status; `lost` had none. */
export type BurstResults = { byStatus: Record<string, number[]>; withoutRetryAfter: number; lost: number };

const CONNECT_BATCH = 500;
const PATIENCE_MS = 60_000;

/** Opens all connections, then lets them ask together. */
export async function connectSimultaneously({
  port,
  sockets,
  request,
}: ConnectionBurst): Promise<BurstResults> {
  const open: Socket[] = [];
  while (open.length < sockets) {
    const more = Math.min(CONNECT_BATCH, sockets - open.length);
    open.push(...(await Promise.all(Array.from({ length: more }, () => opened(port)))));
  }
  const fared: BurstResults = { byStatus: {}, withoutRetryAfter: 0, lost: 0 };
  const from = performance.now();
  await Promise.all(
    open.map(async (socket) => {
      const head = await answerTo(socket, request);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
      if (!status) fared.lost++;
      else (fared.byStatus[status] ??= []).push(performance.now() - from);
      if (status && Number(status) >= 400 && !/\r\nretry-after: [1-9]/i.test(head)) fared.withoutRetryAfter++;
    }),
  );
  for (const times of Object.values(fared.byStatus)) times.sort((a, b) => a - b);
  return fared;
}

const opened = (port: number): Promise<Socket> =>
  new Promise((done, refuse) => {
    const socket = connect(port, '127.0.0.1', () => done(socket));
    socket.once('error', refuse);
  });

/** The head of a whole answer; empty when the connection ended before. */
function answerTo(socket: Socket, request: string): Promise<string> {
  return new Promise((done) => {
    const parts: Buffer[] = [];
    const finish = (head: string) => {
      socket.destroy();
      done(head);
    };
    socket.setTimeout(PATIENCE_MS, () => finish(''));
    socket.on('error', () => finish(''));
    socket.on('close', () => finish(''));
    socket.on('data', (part) => {
      parts.push(part);
      const text = Buffer.concat(parts).toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      const isComplete = Number.isNaN(length)
        ? text.endsWith('\r\n0\r\n\r\n')
        : text.length >= end + 4 + length;
      if (isComplete) finish(text.slice(0, end + 2));
    });
    socket.write(request);
  });
}
