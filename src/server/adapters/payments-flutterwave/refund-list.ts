import { z } from 'zod';
import { add, type Minor, ZERO } from '#core/money.ts';
import type { RefundState } from '#server/kernel/ports/index.ts';
import { type Client, isNotFound } from './client.ts';
import { type AllItems, readAllPages } from './pagination.ts';
import { anyInstant, daysAround, id, money, shortString } from './wire.ts';

/**
 * Refunds come in two spellings: that of API responses and that of webhooks, which lists have been seen to
 * use too.
 */
const normalised = (value: unknown): unknown => {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  if (!parsed.success) return value;
  const { data } = parsed;
  return {
    ...data,
    tx_id: data.tx_id ?? data.TransactionId,
    amount_refunded: data.amount_refunded ?? data.AmountRefunded,
  };
};

export const refundRecord = z.preprocess(
  normalised,
  z.object({
    id,
    tx_id: id,
    amount_refunded: money,
    status: shortString,
    comments: z.string().nullish(),
    meta: z.unknown().optional(),
  }),
);
export type RefundRecord = z.output<typeof refundRecord>;

// By their documentation a bare `completed` means begun and not yet paid out; the channel follows the word.
const completedStatuses = new Set([
  'completed-bank-transfer',
  'completed-momo',
  'completed-mpgs',
  'completed-offline',
  'completed-preauth',
]);
const processingStatuses = new Set(['completed', 'processing', 'pending-momo']);
const disbursedStatuses = new Set(['success', 'successful', 'completed']);

export function stateOfRecord(record: RefundRecord): RefundState['state'] {
  const status = record.status.toLowerCase();
  const disbursed = disbursalOf(record.meta);
  if (status === 'failed' || disbursed === 'failed') return 'failed';
  if (completedStatuses.has(status) || (status === 'completed' && disbursedStatuses.has(disbursed)))
    return 'completed';
  return processingStatuses.has(status) ? 'processing' : 'unknown';
}

const disbursal = z.object({ disburse_status: z.string() });

/** `meta` is an object in some answers and the same as JSON text in others. */
function disbursalOf(meta: unknown): string {
  const result = disbursal.safeParse(typeof meta === 'string' ? parseJson(meta) : meta);
  return result.success ? result.data.disburse_status.toLowerCase() : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const listed = z.preprocess(normalised, z.looseObject({ id, tx_id: id, created_at: anyInstant }));
export type ListedRefund = z.output<typeof listed>;

/** Refunds begun since an instant, newest first: the list cannot be filtered by transaction. */
export async function refundsSince(
  client: Client,
  since: Date,
  maxPages: number,
): Promise<AllItems<ListedRefund>> {
  const query = daysAround(since, client.clock());
  const all = await readAllPages(client, '/refunds', { query, since, maxPages }, listed);
  // Uncertain: whether an account that has none gets an empty list or a refusal that says so.
  const isNone = all.kind === 'refused' && isNotFound(all.message, 'refund');
  return isNone ? { kind: 'items', items: [], isComplete: true } : all;
}

/** Those of one transaction; null where one of them cannot be read. */
export function refundsOf(all: readonly ListedRefund[], transactionId: string): RefundRecord[] | null {
  const ours = z.array(refundRecord).safeParse(all.filter(({ tx_id: txId }) => txId === transactionId));
  return ours.success ? ours.data : null;
}

/** Refunded amount of a transaction. */
export function refundedAmount(records: readonly RefundRecord[]): Minor {
  const completed = records.filter((record) => stateOfRecord(record) === 'completed');
  return add(ZERO, ...completed.map(({ amount_refunded }) => amount_refunded));
}
