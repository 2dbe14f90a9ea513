import * as z from 'zod/mini';
import type { FieldError } from '#core/errors.ts';
import type { Answer, CallInput, Endpoint, Schema } from './endpoint.ts';

/** A refusal as the client sees it; `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly data: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    errors: FieldError[] = [],
    data: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.data = data;
  }
}

/** An answer as it came: its status and what its body says. */
export type RawAnswer = { status: number; body: unknown };

/**
 * Base URL and headers of calls; `token` is read at every call. `ahead` may have the answer of a GET call already, by its path.
 */
type ClientOptions = {
  baseUrl?: string;
  token?: () => string | null;
  fetch?: typeof fetch;
  ahead?: (path: string) => Promise<RawAnswer | null> | null;
};

/** `keepalive` lets a call go on after its page was left. */
export type CallOptions = { idempotencyKey?: string; signal?: AbortSignal; keepalive?: boolean };

/** Everything a success carries: `message` and the endpoint's own fields, decoded. */
type Success<E extends Endpoint> = Answer<E> & { message: string };

/** Creates the single function through which every call of the contract is made. Throws `ApiError`. */
export function createClient(options: ClientOptions = {}) {
  return async function call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    more: CallOptions = {},
  ): Promise<Success<E>> {
    const path = pathOf(endpoint, input.params, (input.query ?? {}) as Record<string, unknown>);
    const asked = endpoint.method === 'GET' && options.ahead?.(path);
    const { status, body } =
      (asked && (await asked)) || (await send(options, endpoint, path, input.body, more));
    if (status < 200 || status > 299) throw refusal(status, body);
    return decodeAnswer(endpoint, body) as Success<E>;
  };
}

/** The path of a call with its parameters and query filled in. */
export function pathOf(
  endpoint: Endpoint,
  decoded: unknown = {},
  query: Record<string, unknown> = {},
): string {
  const params = (endpoint.params ? z.encode(endpoint.params, decoded) : {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(key, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

async function send(
  options: ClientOptions,
  endpoint: Endpoint,
  path: string,
  content: unknown,
  more: CallOptions,
): Promise<RawAnswer> {
  const token = options.token?.();
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (more.idempotencyKey) headers['Idempotency-Key'] = more.idempotencyKey;
  if (endpoint.method !== 'GET') headers['Content-Type'] = 'application/json';
  const body = endpoint.method === 'GET' ? null : JSON.stringify(encodeBody(endpoint.body, content));
  const request = options.fetch ?? fetch;
  const url = `${options.baseUrl ?? ''}${path}`;
  const { signal = null, keepalive = false } = more;
  const init = { method: endpoint.method, headers, signal, keepalive, body };
  const response = await request(url, init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, 'offline', 'You are offline, or the service cannot be reached');
  });
  return { status: response.status, body: await readJson(response) };
}

function encodeBody(schema: Schema | undefined, body: unknown): unknown {
  return schema && body !== undefined ? z.encode(schema, body) : (body ?? {});
}

function decodeAnswer(endpoint: Endpoint, body: unknown): unknown {
  if (!endpoint.response) return body;
  const decoded = z.parse(endpoint.response, body);
  const message = (body as { message?: string }).message ?? '';
  return Array.isArray(decoded) ? decoded : { ...(decoded as object), message };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiError(response.status, 'bad_answer', 'The service gave an answer we could not read');
  }
}

function refusal(status: number, body: unknown): ApiError {
  const errorBody = (body ?? {}) as {
    code?: string;
    message?: string;
    errors?: FieldError[];
    data?: Record<string, unknown>;
  };
  return new ApiError(
    status,
    errorBody.code ?? 'unknown',
    errorBody.message ?? 'Something went wrong',
    errorBody.errors ?? [],
    errorBody.data ?? {},
  );
}
