import { z } from 'zod';
import { add, type Minor, ZERO } from '#core/money.ts';
import type { RefundState } from '#server/kernel/ports/index.ts';
import { type Client, saysUnknown } from './client.ts';
import { everyPage, type Everything } from './every-page.ts';
import { anyInstant, daysAround, id, money, word } from './wire.ts';

/**
 * Refunds come in two spellings: that of API responses and that of webhooks, which lists have been seen to
 * use too.
 */
const spelled = (told: unknown): unknown => {
  const parsed = z.record(z.string(), z.unknown()).safeParse(told);
  if (!parsed.success) return told;
  const { data } = parsed;
  return {
    ...data,
    tx_id: data.tx_id ?? data.TransactionId,
    amount_refunded: data.amount_refunded ?? data.AmountRefunded,
  };
};

export const refundRecord = z.preprocess(
  spelled,
  z.object({
    id,
    tx_id: id,
    amount_refunded: money,
    status: word,
    comments: z.string().nullish(),
    meta: z.unknown().optional(),
  }),
);
export type RefundRecord = z.output<typeof refundRecord>;

// By their documentation a bare `completed` means begun and not yet paid out; the channel follows the word.
const settled = new Set([
  'completed-bank-transfer',
  'completed-momo',
  'completed-mpgs',
  'completed-offline',
  'completed-preauth',
]);
const underWay = new Set(['completed', 'processing', 'pending-momo']);
const paidOut = new Set(['success', 'successful', 'completed']);

export function stateOfRecord(record: RefundRecord): RefundState['state'] {
  const status = record.status.toLowerCase();
  const disbursed = disbursalOf(record.meta);
  if (status === 'failed' || disbursed === 'failed') return 'failed';
  if (settled.has(status) || (status === 'completed' && paidOut.has(disbursed))) return 'completed';
  return underWay.has(status) ? 'processing' : 'unknown';
}

const disbursal = z.object({ disburse_status: z.string() });

/** `meta` is an object in some answers and the same as JSON text in others. */
function disbursalOf(meta: unknown): string {
  const told = disbursal.safeParse(typeof meta === 'string' ? parsed(meta) : meta);
  return told.success ? told.data.disburse_status.toLowerCase() : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const listed = z.preprocess(spelled, z.looseObject({ id, tx_id: id, created_at: anyInstant }));
export type ListedRefund = z.output<typeof listed>;

/** Refunds begun since an instant, newest first: the list cannot be filtered by transaction. */
export async function refundsSince(
  client: Client,
  since: Date,
  most: number,
): Promise<Everything<ListedRefund>> {
  const query = daysAround(since, client.clock());
  const all = await everyPage(client, '/refunds', { query, since, most }, listed);
  // Uncertain: whether an account that has none gets an empty list or a refusal that says so.
  const isNone = all.kind === 'refused' && saysUnknown(all.words, 'refund');
  return isNone ? { kind: 'items', items: [], isWhole: true } : all;
}

/** Those of one transaction; null where one of them cannot be read. */
export function refundsOf(all: readonly ListedRefund[], transactionId: string): RefundRecord[] | null {
  const ours = z.array(refundRecord).safeParse(all.filter(({ tx_id: told }) => told === transactionId));
  return ours.success ? ours.data : null;
}

/** Refunded amount of a transaction. */
export function gaveBack(records: readonly RefundRecord[]): Minor {
  const gone = records.filter((record) => stateOfRecord(record) === 'completed');
  return add(ZERO, ...gone.map(({ amount_refunded }) => amount_refunded));
}
