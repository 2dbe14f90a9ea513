import { z } from 'zod';
import type { Clock } from '#core/dates.ts';
import { type HttpClient, sendRequest } from '#server/adapters/shared/http-request.ts';

/** Reported when the secret key was refused, and only then. */
const KEY_REFUSED = 'Flutterwave: the key is not accepted';

/**
 * Result of a request. `refused`: Flutterwave understood it and refused, with its own message. `nothing`: no
 * reliable response; the request may or may not have had its effect.
 */
export type Reply =
  | { kind: 'data'; data: unknown; meta: unknown }
  | { kind: 'refused'; status: number; message: string }
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

type Options = { baseUrl: string; secretKey: string; connection: HttpClient; clock: Clock };

export function createClient({ baseUrl, secretKey, connection, clock }: Options): Client {
  // Both forms are seen in settings: the origin, and the origin with its version.
  const root = `${baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v3$/, '')}/v3`;
  const headers = { authorization: `Bearer ${secretKey}` };
  const send = async (method: 'GET' | 'POST', path: string, json?: unknown): Promise<Reply> => {
    const response = await sendRequest(connection, { method, url: `${root}${path}`, headers, json });
    return response.kind === 'silence'
      ? { kind: 'nothing', reason: `Flutterwave: ${response.reason}` }
      : replyOf(response.status, response.body);
  };
  return {
    clock,
    testMode: secretKey.startsWith('FLWSECK_TEST'),
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return send('GET', search === '' ? path : `${path}?${search}`);
    },
    post: (path, json) => send('POST', path, json),
  };
}

function replyOf(status: number, body: unknown): Reply {
  if (status === 401) return { kind: 'nothing', reason: KEY_REFUSED };
  if (status === 429 || status >= 500) {
    return { kind: 'nothing', reason: `Flutterwave: answered with status ${status}` };
  }
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return { kind: 'nothing', reason: 'Flutterwave: not an answer we can read' };
  const { data, meta, message } = parsed.data;
  if (status < 300 && parsed.data.status === 'success') return { kind: 'data', data, meta };
  // An unknown transaction has been seen with status 200 and with 400, so the envelope decides and not the status.
  if (parsed.data.status === 'error') return { kind: 'refused', status, message: toOneLine(message ?? '') };
  return { kind: 'nothing', reason: 'Flutterwave: not an answer we can read' };
}

/** Flutterwave's own message as one short line. */
export function toOneLine(message: string): string {
  const line = message
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return line === '' ? 'Flutterwave refused without a reason' : line;
}

/**
 * Whether a refusal says that the resource does not exist. It must name the resource: a bare "not found" may
 * be about the URL that was called.
 */
export const isNotFound = (message: string, resource: 'transaction' | 'transfer' | 'refund'): boolean =>
  new RegExp(`\\bno ${resource}s?\\b|\\b${resource}s? (was |were )?(not found|does not exist)`, 'i').test(
    message,
  );

/** Messages about trouble on their side rather than a wrong request: they are not conclusive. */
export const isInconclusive = (message: string): boolean =>
  /error (has )?occurr?ed|contact support|try again|time[d -]*out|unavailable|internal|without a reason/i.test(
    message,
  );

/** A failed reply as the port reports failures. A retry may always help: nothing was settled by it. */
export const failureOf = (reply: Exclude<Reply, { kind: 'data' }>) => ({
  ok: false as const,
  reason: reply.kind === 'refused' ? reply.message : reply.reason,
  retry: true,
});

export const unreadable = {
  kind: 'nothing',
  reason: 'Flutterwave: not an answer we can read',
} as const satisfies Reply;
