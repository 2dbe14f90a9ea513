import { z } from 'zod';
import type { Clock } from '#core/dates.ts';
import { ask, type Asking } from '#server/adapters/shared/ask.ts';

/** Reported when the secret key was refused, and only then. */
export const KEY_REFUSED = 'Flutterwave: the key is not accepted';

/**
 * Result of a request. `refused`: Flutterwave understood it and refused, with its own message. `nothing`: no
 * reliable response; the request may or may not have had its effect.
 */
export type Reply =
  | { kind: 'data'; data: unknown; meta: unknown }
  | { kind: 'refused'; status: number; words: string }
  | { kind: 'nothing'; reason: string };

export type Query = Record<string, string>;
export type Client = {
  clock: Clock;
  testMode: boolean;
  get(path: string, query?: Query): Promise<Reply>;
  post(path: string, json: unknown): Promise<Reply>;
};

const envelope = z.object({
  status: z.string(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
});

type Options = { baseUrl: string; secretKey: string; asking: Asking; clock: Clock };

export function createClient({ baseUrl, secretKey, asking, clock }: Options): Client {
  // Both forms are seen in settings: the origin, and the origin with its version.
  const root = `${baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v3$/, '')}/v3`;
  const headers = { authorization: `Bearer ${secretKey}` };
  const send = async (method: 'GET' | 'POST', path: string, json?: unknown): Promise<Reply> => {
    const answered = await ask(asking, { method, url: `${root}${path}`, headers, json });
    return answered.kind === 'silence'
      ? { kind: 'nothing', reason: `Flutterwave: ${answered.reason}` }
      : replyOf(answered.status, answered.body);
  };
  return {
    clock,
    testMode: secretKey.startsWith('FLWSECK_TEST'),
    get: (path, query = {}) => {
      const asked = new URLSearchParams(query).toString();
      return send('GET', asked === '' ? path : `${path}?${asked}`);
    },
    post: (path, json) => send('POST', path, json),
  };
}

function replyOf(status: number, body: unknown): Reply {
  if (status === 401) return { kind: 'nothing', reason: KEY_REFUSED };
  if (status === 429 || status >= 500) {
    return { kind: 'nothing', reason: `Flutterwave: answered with status ${status}` };
  }
  const told = envelope.safeParse(body);
  if (!told.success) return { kind: 'nothing', reason: 'Flutterwave: not an answer we can read' };
  const { data, meta, message } = told.data;
  if (status < 300 && told.data.status === 'success') return { kind: 'data', data, meta };
  // An unknown transaction has been seen with status 200 and with 400, so the envelope decides and not the status.
  if (told.data.status === 'error') return { kind: 'refused', status, words: plain(message ?? '') };
  return { kind: 'nothing', reason: 'Flutterwave: not an answer we can read' };
}

/** Flutterwave's own message as one short line. */
export function plain(words: string): string {
  const line = words
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return line === '' ? 'Flutterwave refused without a reason' : line;
}

/**
 * Whether a refusal says that the resource does not exist. It must name the resource: a bare "not found" may
 * be about the URL that was called.
 */
export const saysUnknown = (words: string, thing: 'transaction' | 'transfer' | 'refund'): boolean =>
  new RegExp(`\\bno ${thing}s?\\b|\\b${thing}s? (was |were )?(not found|does not exist)`, 'i').test(words);

/** Messages about trouble on their side rather than a wrong request: they are not conclusive. */
export const isVague = (words: string): boolean =>
  /error (has )?occurr?ed|contact support|try again|time[d -]*out|unavailable|internal|without a reason/i.test(
    words,
  );

/** A failed reply as the port reports failures. A retry may always help: nothing was settled by it. */
export const failureOf = (reply: Exclude<Reply, { kind: 'data' }>) => ({
  ok: false as const,
  reason: reply.kind === 'refused' ? reply.words : reply.reason,
  retry: true,
});

export const unreadable = {
  kind: 'nothing',
  reason: 'Flutterwave: not an answer we can read',
} as const satisfies Reply;
