import { z } from 'zod';
import { add, type Minor, ZERO } from '#core/money.ts';
import type { RefundState } from '#server/ports.ts';
import { type Client, type Reply, saysUnknown, unreadable } from './client.ts';
import { daysAround, id, money, nextPage, word } from './wire.ts';

/** Refunds come in two spellings: that of the answers and that of the notices, which lists have been seen to use too. */
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

// By their documentation a bare `completed` means begun and not yet paid out; the way it went back follows the word.
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

const MAX_PAGES = 200;

type Records = { kind: 'records'; records: RefundRecord[] } | Exclude<Reply, { kind: 'data' }>;

/** All refunds begun since an instant: the list cannot be asked for those of one transaction. */
export async function refundsSince(client: Client, since: Date): Promise<Records> {
  const days = daysAround(since, client.clock());
  const records = new Map<string, RefundRecord>();
  for (let page: number | null = 1; page !== null; ) {
    if (page > MAX_PAGES) return { kind: 'nothing', reason: 'Flutterwave: too many refunds to look through' };
    const reply = await client.get('/refunds', { ...days, page: String(page) });
    // Uncertain: whether an account without refunds gets an empty list or a refusal that says so.
    if (reply.kind === 'refused' && saysUnknown(reply.words)) break;
    if (reply.kind !== 'data') return reply;
    const found = z.array(refundRecord).safeParse(reply.data);
    if (!found.success) return unreadable;
    const known = records.size;
    for (const record of found.data) records.set(record.id, record);
    const next = nextPage(reply.meta);
    page = next === 'unsaid' ? (records.size > known ? page + 1 : null) : next;
  }
  return { kind: 'records', records: [...records.values()] };
}

/** What of a transaction has gone back. */
export function gaveBack(records: readonly RefundRecord[], transactionId: string): Minor {
  const gone = records.filter(
    (record) => record.tx_id === transactionId && stateOfRecord(record) === 'completed',
  );
  return add(ZERO, ...gone.map(({ amount_refunded }) => amount_refunded));
}
