import { z } from 'zod';
import type { Clock } from '#core/dates.ts';
import { type Minor, ZERO } from '#core/money.ts';
import { ask, type Asking } from '#server/adapters/shared/ask.ts';
import { minorFromInteger } from '#server/adapters/shared/decimals.ts';

export type Client = Asking & { baseUrl: string; secretKey: string; clock: Clock };

/**
 * `refused`: Paystack's own envelope says that the request was not fulfilled. `unclear`: anything it may or may not
 * have fulfilled, or that cannot be read.
 */
export type Heard<T> =
  | { kind: 'said'; data: T; meta: unknown }
  | { kind: 'refused'; type: string; code: string; message: string }
  | { kind: 'unclear'; reason: string };

type Request = { method: 'GET' | 'POST'; path: string; json?: unknown };

const REFUSALS = [400, 404, 422];
const WRONG_KEY = 'the key is not accepted';

const envelope = z.object({
  status: z.boolean(),
  message: z.string().catch(''),
  type: z.string().catch(''),
  code: z.string().catch(''),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
});

/** Calls Paystack once and parses the `data` of its response. */
export async function hear<T>(client: Client, request: Request, data: z.ZodType<T>): Promise<Heard<T>> {
  const answered = await ask(client, {
    ...request,
    url: client.baseUrl + request.path,
    headers: { authorization: `Bearer ${client.secretKey}` },
  });
  if (answered.kind === 'silence') return unclear(answered.reason);
  const { status, body } = answered;
  if (status === 401) return unclear(WRONG_KEY);
  if (status === 429) return unclear('it was asked too often');
  const told = envelope.safeParse(body);
  if (!told.success) return unclear(`answered ${status} with something we cannot read`);
  if (told.data.status) return readData(status, told.data, data);
  const { type, code, message } = told.data;
  // Samples of some calls have the wrong key as a 400.
  if (/^invalid key$/i.test(message)) return unclear(WRONG_KEY);
  if (REFUSALS.includes(status) && message) return { kind: 'refused', type, code, message };
  return unclear(`answered ${status}${message ? `: ${message}` : ''}`);
}

function readData<T>(status: number, told: z.infer<typeof envelope>, schema: z.ZodType<T>): Heard<T> {
  if (status !== 200 && status !== 201) return unclear(`answered ${status}`);
  const data = schema.safeParse(told.data);
  return data.success
    ? { kind: 'said', data: data.data, meta: told.meta }
    : unclear('its answer lacks what we need to know');
}

const unclear = (reason: string): { kind: 'unclear'; reason: string } => ({ kind: 'unclear', reason });

/** Port failure for an unsuccessful call: only a refusal is not worth a retry. */
export function unsaid(heard: Exclude<Heard<unknown>, { kind: 'said' }>): {
  ok: false;
  reason: string;
  retry: boolean;
} {
  return heard.kind === 'refused'
    ? { ok: false, reason: heard.message, retry: false }
    : { ok: false, reason: heard.reason, retry: true };
}

/** Amounts are whole kobo or cents, sometimes written as text. */
export const amountField = z.unknown().transform((told, context): Minor => {
  const amount = minorFromInteger(told);
  if (amount !== null) return amount;
  context.addIssue('not an amount');
  return z.NEVER;
});

/** A charge Paystack made; zero where it made none or does not report it yet. */
export const feeField = z.unknown().transform((told, context): Minor => {
  const fee = told === null || told === undefined ? ZERO : minorFromInteger(told);
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
  .transform((told): Date | null => {
    const time = told ? Date.parse(told) : Number.NaN;
    return Number.isFinite(time) ? new Date(time) : null;
  });

const pageCount = z.object({ pageCount: z.coerce.number().int().nonnegative() });

/** Whether a list goes on after a page. Without a page count an empty page is the last. */
export function goesOn(page: number, items: number, meta: unknown): boolean {
  const told = pageCount.safeParse(meta);
  return items > 0 && (!told.success || page < told.data.pageCount);
}
