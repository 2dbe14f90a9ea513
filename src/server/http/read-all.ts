import type { Context, Hono } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#core/errors.ts';
import type { Env } from './env.ts';

/** Answers GET calls of the contract in the name of the request they come with. */
export type ReadAll = (paths: readonly string[]) => Promise<Response[]>;

/** Headers that say something of the batch itself and not of who asks. */
const OF_BATCH = ['Accept-Encoding', 'Content-Encoding', 'Content-Length', 'Content-Type', 'Idempotency-Key'];

/**
 * Sends the reads of a batch through the whole app, one request each: what holds for a call by itself holds for it as a part.
 */
export function readerOf(app: Hono<Env>, endpoints: readonly Endpoint[]): (c: Context<Env>) => ReadAll {
  const reads = endpoints.filter(({ method }) => method === 'GET').flatMap(patternsOf);
  return (c) => async (paths) => {
    const requests = paths.map((path) => {
      const url = new URL(path, c.req.url);
      if (!path.startsWith('/') || url.origin !== new URL(c.req.url).origin) throw unreadable(path);
      // The first that fits, as the router has it.
      if (!reads.find(({ pattern }) => pattern.test(url.pathname))?.isReadable) throw unreadable(path);
      const headers = new Headers(c.req.raw.headers);
      for (const name of OF_BATCH) headers.delete(name);
      headers.set('X-Request-Id', c.get('requestId'));
      return new Request(url, { headers, signal: c.req.raw.signal });
    });
    // Each part takes a slot of its own.
    return c
      .get('slot')
      .releaseWhile(() => Promise.all(requests.map(async (request) => app.fetch(request, c.env))));
  };
}

const patternsOf = ({ path, aliases = [], media, streams }: Endpoint) =>
  [path, ...aliases].map((one) => ({
    pattern: new RegExp(`^${one.replace(/:\w+/g, '[^/]+')}$`),
    isReadable: !media && !streams,
  }));

const unreadable = (path: string): AppError =>
  new AppError('invalid_input', `A batch cannot read ${path.slice(0, 100)}`);
