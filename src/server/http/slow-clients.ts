import type { IncomingMessage, Server } from 'node:http';
import { AppError } from '#core/errors.ts';

const TIMEOUT_MS = 12_000;
/** Less than the slowest mobile network brings in that time. */
const MIN_BYTES = 8 * 1024;

const ENDED_AFTER_MS = 13_000;
const FORM = /^multipart\//i;

/** Ends connections whose body does not arrive in time; forms with files are timed where they are read. */
export function endSlowBodies(server: Server): void {
  server.on('request', (request: IncomingMessage) => {
    if (request.complete || FORM.test(request.headers['content-type'] ?? '')) return;
    const timer = setTimeout(() => request.complete || request.destroy(), ENDED_AFTER_MS);
    request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  });
}

/**
 * Reads a body for as long as it arrives: 408 once 12 s bring less than 8 KB. `read` reports the bytes of a
 * large body as they come, 10 MB of which may take minutes; a small one has 12 s.
 */
export async function withBodyTimeout<T>(read: (arrived: (bytes: number) => void) => Promise<T>): Promise<T> {
  let arrived = 0;
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, refuse) => {
    timer = setInterval(() => {
      if (arrived < MIN_BYTES) refuse(tooSlow());
      arrived = 0;
    }, TIMEOUT_MS);
  });
  try {
    return await Promise.race([read((bytes) => void (arrived += bytes)), timedOut]);
  } finally {
    clearInterval(timer);
  }
}

const tooSlow = () => new AppError('too_slow', 'The request did not arrive in time. Please try again');
