import { z } from 'zod';
import {
  type HttpClient,
  type HttpRequest,
  type HttpResult,
  sendRequest,
} from '#server/adapters/shared/http-request.ts';
import { type Refusal, refusalOf } from './refusals.ts';

export type Client = HttpClient & {
  /** Origin of the Graph API. */
  baseUrl: string;
  version: string;
  token: string;
  phoneId: string;
  businessId: string;
  /** For downloading a complete file. */
  downloadTimeoutMs: number;
};

/**
 * `refused`: Meta says that it was not done. `unclear`: it may or may not have been done; `mayHaveArrived` is
 * false where the request cannot have reached it.
 */
type ApiResult<T> =
  | { kind: 'said'; data: T }
  | ({ kind: 'refused'; subcode: number | null } & Refusal)
  | { kind: 'unclear'; reason: string; mayHaveArrived: boolean };

type Request = Pick<HttpRequest, 'method' | 'json' | 'body'> & {
  /** After the version. */
  path: string;
  headers?: Record<string, string>;
};

const code = z.int().nonnegative();
const refused = z.object({ error: z.object({ code, error_subcode: code.nullish().catch(null) }) });

/** Calls the Graph API once and parses its response. */
export async function callApi<T>(
  client: Client,
  request: Request,
  data: z.ZodType<T>,
): Promise<ApiResult<T>> {
  const { path, headers, ...rest } = request;
  const answered = await sendRequest(client, {
    ...rest,
    url: `${client.baseUrl}/${client.version}${path}`,
    headers: { authorization: `Bearer ${client.token}`, ...headers },
  });
  return answered.kind === 'silence'
    ? { kind: 'unclear', reason: answered.reason, mayHaveArrived: answered.mayHaveArrived }
    : readAnswer(answered, data);
}

function readAnswer<T>(
  { status, body }: HttpResult & { kind: 'answer' },
  schema: z.ZodType<T>,
): ApiResult<T> {
  const problem = refused.safeParse(body);
  if (problem.success && !isAmbiguous(status, problem.data.error.code)) {
    const { code, error_subcode } = problem.data.error;
    return { kind: 'refused', subcode: error_subcode ?? null, ...refusalOf(code) };
  }
  if (status === 401) return { kind: 'refused', subcode: null, ...refusalOf(190) };
  if (status === 429) return { kind: 'refused', subcode: null, ...refusalOf(4) };
  if (status < 200 || status > 299) return unclear(`answered ${status}`);
  const read = schema.safeParse(body);
  return read.success ? { kind: 'said', data: read.data } : unclear('its answer lacks what we need to know');
}

// Code 1 is "invalid request or possible server error": with a 5xx it is unknown what was done before it.
const isAmbiguous = (status: number, code: number): boolean => status >= 500 && code === 1;

const unclear = (reason: string): { kind: 'unclear'; reason: string; mayHaveArrived: boolean } => ({
  kind: 'unclear',
  reason,
  mayHaveArrived: true,
});

/** The port's failure for an unsuccessful call, where a repeat does no harm. */
export const toRefusal = (
  result: Exclude<ApiResult<unknown>, { kind: 'said' }>,
): { ok: false; reason: string; retry: boolean } => ({
  ok: false,
  reason: result.reason,
  retry: result.kind === 'unclear' || result.retry,
});
