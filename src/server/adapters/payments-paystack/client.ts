import { z } from 'zod';
import type { Clock } from '#core/dates.ts';
import { type Minor, ZERO } from '#core/money.ts';
import { minorFromInteger } from '#server/adapters/shared/decimals.ts';
import { type HttpClient, sendRequest } from '#server/adapters/shared/http-request.ts';

export type Client = HttpClient & { baseUrl: string; secretKey: string; clock: Clock };

/**
 * `refused`: Paystack's own envelope says that the request was not fulfilled. `unclear`: anything it may or may not
 * have fulfilled, or that cannot be read.
 */
export type ApiResult<T> =
  | { kind: 'said'; data: T; meta: unknown }
  | { kind: 'refused'; type: string; code: string; message: string }
  | { kind: 'unclear'; reason: string };

type Request = { method: 'GET' | 'POST'; path: string; json?: unknown };

const REFUSALS = [400, 404, 422];
const INVALID_KEY = 'the key is not accepted';

const envelope = z.object({
  status: z.boolean(),
  message: z.string().catch(''),
  type: z.string().catch(''),
  code: z.string().catch(''),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
});

/** Calls Paystack once and parses the `data` of its response. */
export async function callApi<T>(
  client: Client,
  request: Request,
  data: z.ZodType<T>,
): Promise<ApiResult<T>> {
  const response = await sendRequest(client, {
    ...request,
    url: client.baseUrl + request.path,
    headers: { authorization: `Bearer ${client.secretKey}` },
  });
  if (response.kind === 'silence') return unclear(response.reason);
  const { status, body } = response;
  if (status === 401) return unclear(INVALID_KEY);
  if (status === 429) return unclear('it was asked too often');
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return unclear(`answered ${status} with something we cannot read`);
  if (parsed.data.status) return readData(status, parsed.data, data);
  const { type, code, message } = parsed.data;
  // Samples of some calls have the wrong key as a 400.
  if (/^invalid key$/i.test(message)) return unclear(INVALID_KEY);
  if (REFUSALS.includes(status) && message) return { kind: 'refused', type, code, message };
  return unclear(`answered ${status}${message ? `: ${message}` : ''}`);
}

function readData<T>(status: number, reply: z.infer<typeof envelope>, schema: z.ZodType<T>): ApiResult<T> {
  if (status !== 200 && status !== 201) return unclear(`answered ${status}`);
  const data = schema.safeParse(reply.data);
  return data.success
    ? { kind: 'said', data: data.data, meta: reply.meta }
    : unclear('its answer lacks what we need to know');
}

const unclear = (reason: string): { kind: 'unclear'; reason: string } => ({ kind: 'unclear', reason });

/** Port failure for an unsuccessful call: only a refusal is not worth a retry. */
export function failureOf(result: Exclude<ApiResult<unknown>, { kind: 'said' }>): {
  ok: false;
  reason: string;
  retry: boolean;
} {
  return result.kind === 'refused'
    ? { ok: false, reason: result.message, retry: false }
    : { ok: false, reason: result.reason, retry: true };
}

/** Amounts are whole kobo or cents, sometimes written as text. */
export const amountField = z.unknown().transform((value, context): Minor => {
  const amount = minorFromInteger(value);
  if (amount !== null) return amount;
  context.addIssue('not an amount');
  return z.NEVER;
});

/** A charge Paystack made; zero where it made none or does not report it yet. */
export const feeField = z.unknown().transform((value, context): Minor => {
  const fee = value === null || value === undefined ? ZERO : minorFromInteger(value);
  if (fee !== null) return fee;
  context.addIssue('not a fee');
  return z.NEVER;
});

/** Its ids are unsigned integers, in some events written as text. */
export const idField = z
  .union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)])
  .transform((id) => String(id));

export const currencyField = z.string().regex(/^[A-Z]{3}$/);

/** Its instants come as `paid_at` here and as `paidAt` there. */
export const instantField = z
  .string()
  .nullish()
  .transform((value): Date | null => {
    const time = value ? Date.parse(value) : Number.NaN;
    return Number.isFinite(time) ? new Date(time) : null;
  });

const pageCount = z.object({ pageCount: z.coerce.number().int().nonnegative() });

/** Whether a list goes on after a page. Without a page count an empty page is the last. */
export function hasNextPage(page: number, items: number, meta: unknown): boolean {
  const parsed = pageCount.safeParse(meta);
  return items > 0 && (!parsed.success || page < parsed.data.pageCount);
}
