import type { Stripe } from 'stripe';
import { z } from 'zod';
import { type ApiResult, callStripe, type Client, UNREADABLE } from './client.ts';

const count = z.number().int().nonnegative();
const currency = z.string().regex(/^[a-z]{3}$/);
const metadata = z.record(z.string(), z.string());

/** A checkout session, as far as a new one matters. */
export const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  id: z.string().startsWith('cs_'),
  status: z.string(),
  url: z.url().nullable(),
  amount_total: count,
  currency,
  client_reference_id: z.string(),
});

/** A payment intent with its latest charge and that one's balance transaction expanded. */
export const intentSchema = z.object({
  object: z.literal('payment_intent'),
  id: z.string().startsWith('pi_'),
  status: z.string(),
  amount: count,
  amount_received: count,
  currency,
  livemode: z.boolean(),
  metadata,
  last_payment_error: z.object({}).nullish(),
  latest_charge: z
    .object({
      object: z.literal('charge'),
      created: count,
      amount_refunded: count,
      disputed: z.boolean(),
      payment_method_details: z.object({ type: z.string() }).nullish(),
      balance_transaction: z
        .object({ fee: count, currency, exchange_rate: z.number().positive().nullish() })
        .nullable(),
    })
    .nullable(),
});
export type Intent = z.infer<typeof intentSchema>;

/** Fields that identify an intent, in lists and search results. */
export const foundSchema = z.object({ id: z.string().startsWith('pi_'), metadata });

export const refundSchema = z.object({
  object: z.literal('refund'),
  id: z.string().min(1),
  amount: count,
  status: z.string().nullable(),
  payment_intent: z.string().nullable(),
  metadata: metadata.nullable(),
  failure_reason: z.string().nullish(),
});
export type Refund = z.infer<typeof refundSchema>;

/** A chargeback, in the charge's currency. */
export const disputeSchema = z.object({
  object: z.literal('dispute'),
  id: z.string().min(1),
  amount: count,
  status: z.string(),
});

export const balanceSchema = z.object({
  object: z.literal('balance'),
  available: z.array(z.object({ amount: z.number().int(), currency })),
});

/** The answer in the shape it must have; anything else is silence. */
export function parseAs<T>(
  schema: z.ZodType<T>,
  result: ApiResult,
): { kind: 'answer'; body: T } | Exclude<ApiResult, { kind: 'answer' }> {
  if (result.kind !== 'answer') return result;
  const { success, data } = schema.safeParse(result.body);
  return success ? { kind: 'answer', body: data } : { kind: 'silence', reason: UNREADABLE, retry: true };
}

/** Port failure of an unsuccessful call. */
export const failureOf = (result: Exclude<ApiResult, { kind: 'answer' }>) => ({
  ok: false as const,
  reason: result.reason,
  retry: result.kind === 'refusal' ? false : result.retry,
});

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() });

export const PAGE_SIZE = 100;

type Page = { limit: number; starting_after?: string };
/** `isWhole`: the list came to its end. */
type AllItems<T> =
  | { kind: 'answer'; body: T[]; isComplete: boolean }
  | Exclude<ApiResult, { kind: 'answer' }>;

const MOST_PAGES = 20;

/** Every item of a list, newest first, or of as many pages as are wanted at most; each once. */
export async function listAll<T extends { id: string }>(
  client: Client,
  item: z.ZodType<T>,
  list: (stripe: Stripe, page: Page) => PromiseLike<object>,
  pagesAtMost = MOST_PAGES,
): Promise<AllItems<T>> {
  const items = new Map<string, T>();
  let after: string | undefined;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const response = await callStripe(client, (stripe) =>
      list(stripe, { limit: PAGE_SIZE, ...(after ? { starting_after: after } : {}) }),
    );
    const parsed = parseAs(pageOf(item), response);
    if (parsed.kind !== 'answer') return parsed;
    const { data, has_more } = parsed.body;
    const known = items.size;
    for (const one of data) items.set(one.id, one);
    if (!has_more) return { kind: 'answer', body: [...items.values()], isComplete: true };
    // It claims that there is more, and returns nothing new.
    if (items.size === known) break;
    after = data.at(-1)?.id;
  }
  return { kind: 'answer', body: [...items.values()], isComplete: false };
}
