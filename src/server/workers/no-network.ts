import { createSocket } from 'node:dgram';
import { Socket } from 'node:net';

/** Removes network access from the current process: a document can point anywhere. */
export function refuseNetwork(): void {
  const refuse = () => {
    throw new Error('A worker process has no network');
  };
  Socket.prototype.connect = refuse;
  Object.getPrototypeOf(createSocket('udp4').unref()).send = refuse;
  Object.assign(globalThis, { fetch: refuse, WebSocket: refuse, EventSource: refuse });
}
