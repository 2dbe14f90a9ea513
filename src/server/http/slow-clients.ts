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

/** Time limit of a small body; 408 after it. */
export async function withBodyTimeout<T>(read: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(tooSlow()), TIMEOUT_MS);
  });
  try {
    return await Promise.race([read(), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/** The parts of a large body, for as long as enough of it comes: 10 MB may take minutes, a trickle may not. */
export async function* paced(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let arrived = 0;
  let refuse: (reason: unknown) => void = () => {};
  const timedOut = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  timedOut.catch(() => undefined);
  const timer = setInterval(() => {
    if (arrived < MIN_BYTES) refuse(tooSlow());
    arrived = 0;
  }, TIMEOUT_MS);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), timedOut]);
      if (done) return;
      arrived += value.byteLength;
      yield value;
    }
  } finally {
    clearInterval(timer);
    void reader.cancel().catch(() => undefined);
  }
}

const tooSlow = () => new AppError('too_slow', 'The request did not arrive in time. Please try again');
