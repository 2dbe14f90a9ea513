import { createRequire } from 'node:module';
import type { Stripe } from 'stripe';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';

/** Connection settings of the Stripe API. */
export type ClientOptions = {
  baseUrl: string;
  secretKey: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
};

/** The official library, created on first use. */
export type Client = () => Stripe;

/**
 * `answer`: it succeeded. `refusal`: Stripe understood it, refused, and did nothing. `conflict`: the
 * idempotency key is in use for something else, or by a request still under way. `silence`: no usable
 * response, for which the request may or may not have had its effect.
 */
export type ApiResult =
  | { kind: 'answer'; body: unknown }
  | { kind: 'refusal'; code: string | null; reason: string }
  | { kind: 'conflict'; reason: string; retry: boolean }
  | { kind: 'silence'; reason: string; retry: boolean };

const DEFAULT_TIMEOUT_MS = 10_000;
export const UNREADABLE = 'not an answer we can read';

/** Prepares the library without loading it: that takes a tenth of a second, which only its users should pay. */
export function clientOf(options: ClientOptions): Client {
  let instance: Stripe | null = null;
  return () => {
    instance ??= connect(options);
    return instance;
  };
}

function connect({
  baseUrl,
  secretKey,
  fetch: transport = guardedFetch(baseUrl),
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: ClientOptions): Stripe {
  const Library = createRequire(import.meta.url)('stripe') as typeof Stripe;
  const { hostname, port, protocol } = new URL(baseUrl);
  const isHttp = protocol === 'http:';
  return new Library(secretKey, {
    host: hostname,
    port: port || (isHttp ? '80' : '443'),
    protocol: isHttp ? 'http' : 'https',
    httpClient: Library.createFetchHttpClient(guarded(transport)),
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: timeoutMs,
  });
}

/**
 * Follows no redirect, which would carry the key elsewhere. An answer that is no JSON object becomes an empty one: the
 * library would let bare text or a number escape as a rejection nobody can catch, and never settle.
 */
const guarded =
  (transport: typeof fetch): typeof fetch =>
  async (url, init) => {
    const response = await transport(url, { ...init, redirect: 'error' });
    const text = await response.text();
    return new Response(isObject(text) ? text : '', { status: response.status, headers: response.headers });
  };

const isObject = (text: string): boolean => text.trimStart().startsWith('{');

/** Calls the library once. Never throws. */
export async function callStripe(
  client: Client,
  call: (stripe: Stripe) => PromiseLike<object>,
): Promise<ApiResult> {
  try {
    const body = await call(client());
    return statusOf(body) === 200
      ? { kind: 'answer', body }
      : { kind: 'silence', reason: UNREADABLE, retry: true };
  } catch (error) {
    return answerOf(error);
  }
}

// The library takes any JSON without `error` for a success, whatever the status.
const statusOf = (body: object): unknown =>
  (body as { lastResponse?: { statusCode?: unknown } }).lastResponse?.statusCode;

type LibraryError = {
  statusCode?: number;
  type?: string;
  rawType?: string;
  code?: string;
  /** The bank's own word, finer than the code. */
  decline_code?: string;
  message?: string;
  detail?: { code?: string };
};

const refusedTypes = ['invalid_request_error', 'card_error'];

function answerOf(error: unknown): ApiResult {
  const {
    statusCode = 0,
    rawType = '',
    code,
    decline_code: declined,
    message,
  } = (error ?? {}) as LibraryError;
  if (statusCode === 401) return { kind: 'silence', reason: 'the key is not accepted', retry: false };
  if (statusCode === 403) return { kind: 'silence', reason: 'the key may not do this', retry: false };
  if (statusCode === 409)
    return { kind: 'conflict', reason: 'the same request is still under way', retry: true };
  if (statusCode === 400 && rawType === 'idempotency_error')
    return { kind: 'conflict', reason: 'this reference was used for something else', retry: false };
  if (
    [400, 402, 404].includes(statusCode) &&
    refusedTypes.includes(rawType) &&
    code !== 'rate_limit' &&
    message
  )
    return { kind: 'refusal', code: declined ?? code ?? null, reason: message };
  return { kind: 'silence', reason: failureReason(error as LibraryError), retry: true };
}

function failureReason({ statusCode, type, detail }: LibraryError): string {
  if (statusCode === 429) return 'asked too often';
  if (statusCode) return `failed with status ${statusCode}`;
  if (type !== 'StripeConnectionError') return UNREADABLE;
  return detail?.code === 'ETIMEDOUT' ? 'no answer in time' : 'could not be reached';
}
