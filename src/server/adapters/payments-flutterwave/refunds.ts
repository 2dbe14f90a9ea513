import { decimalFromMinor } from '#server/adapters/shared/decimals.ts';
import type { RefundRequest, RefundState } from '#server/kernel/ports/index.ts';
import { type Client, isInconclusive, isNotFound } from './client.ts';
import { fetchTransaction } from './payments.ts';
import { type RefundRecord, refundRecord, refundsOf, refundsSince, stateOfRecord } from './refund-list.ts';

const unknown = (reason: string, providerId: string | null = null): RefundState => ({
  state: 'unknown',
  reason,
  providerId,
});
const failed = (reason: string): RefundState => ({ state: 'failed', reason, providerId: null });
const MOST_PAGES = 40;
const TOO_MANY = 'Flutterwave has too many refunds to look through for this one';
const UNREADABLE = 'Flutterwave: not an answer we can read';

const present = (record: RefundRecord): RefundState => {
  const state = stateOfRecord(record);
  return {
    state,
    reason: state === 'failed' ? 'Flutterwave could not pay the refund out' : null,
    providerId: record.id,
  };
};

// Refunds have no field for our reference, so it is the first word of the comments, by which it is found
// again.
const commentsOf = ({ reference, reason }: RefundRequest): string =>
  `${reference} ${reason.replace(/\s+/g, ' ').trim()}`.slice(0, 200).trim();
const isOurs = (record: RefundRecord, reference: string): boolean =>
  (record.comments ?? '').trim().split(/\s/)[0] === reference;

type FindResult = RefundState | 'none';

/** Finds our refund among those of the transaction. */
async function findOurs(client: Client, request: RefundRequest): Promise<FindResult> {
  const result = await fetchTransaction(client, request.transactionId);
  if (result.kind !== 'transaction') {
    return unknown(result.kind === 'refused' ? result.message : result.reason, request.providerId);
  }
  if (!result.transaction) return 'none';
  const since = startOf(request, result.transaction.created_at, client.clock());
  const listed = await refundsSince(client, since, MOST_PAGES);
  if (listed.kind !== 'items') {
    return unknown(listed.kind === 'refused' ? listed.message : listed.reason, request.providerId);
  }
  const all = refundsOf(listed.items, request.transactionId);
  if (!all) return unknown(UNREADABLE, request.providerId);
  const found = pickOurs(all, request);
  // A refund left out of the reading may be ours, and money must not go out twice.
  return found === 'none' && !listed.isComplete ? unknown(TOO_MANY, request.providerId) : found;
}

const OWN_ID = /^[a-z]{3}[-_]([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/;
const BASE32_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Time a reference was created, decoded from our own ids, which begin with it; null for any other. */
function createdAtOf(reference: string): Date | null {
  const encoded = OWN_ID.exec(reference)?.[1];
  if (!encoded) return null;
  const ms = [...encoded].reduce((sum, digit) => sum * 32 + BASE32_DIGITS.indexOf(digit), 0);
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? null : at;
}

/**
 * The later of two instants a refund can only follow: the payment's, and the one encoded in our reference.
 */
function startOf({ reference }: RefundRequest, paidAt: Date, now: Date): Date {
  const createdAt = createdAtOf(reference);
  return createdAt && createdAt > paidAt && createdAt <= now ? createdAt : paidAt;
}

function pickOurs(all: readonly RefundRecord[], request: RefundRequest): FindResult {
  const ours = all.filter((record) => isOurs(record, request.reference));
  const best = ours.find((record) => stateOfRecord(record) !== 'failed') ?? ours[0];
  if (best) return present(best);
  // A refund without a comment may be ours: better to report unknown than to send the money twice.
  const isAmbiguous = all.some(
    (record) =>
      !record.comments && record.amount_refunded === request.amount && stateOfRecord(record) !== 'failed',
  );
  return isAmbiguous
    ? unknown('Flutterwave has a refund of this amount that does not say whose it is', request.providerId)
    : 'none';
}

/** Requests a refund; first checks whether it was requested before. */
export async function sendRefund(client: Client, request: RefundRequest): Promise<RefundState> {
  if (request.providerId !== null) return refundState(client, request);
  const before = await findOurs(client, request);
  if (before !== 'none') return before;
  const reply = await client.post(`/transactions/${encodeURIComponent(request.transactionId)}/refund`, {
    amount: decimalFromMinor(request.amount),
    comments: commentsOf(request),
  });
  if (reply.kind === 'nothing') return unknown(reply.reason);
  if (reply.kind === 'data') return accepted(reply.data, request);
  const after = await findOurs(client, request);
  if (after !== 'none') return after;
  return reply.status === 400 && !isInconclusive(reply.message)
    ? failed(reply.message)
    : unknown(reply.message);
}

function accepted(data: unknown, request: RefundRequest): RefundState {
  const parsed = refundRecord.safeParse(data);
  if (!parsed.success) return unknown(UNREADABLE);
  const { id, tx_id: transactionId, amount_refunded: amount } = parsed.data;
  if (transactionId !== request.transactionId || amount !== request.amount) {
    return unknown('Flutterwave answered about another refund', id);
  }
  return present(parsed.data);
}

export async function refundState(client: Client, request: RefundRequest): Promise<RefundState> {
  if (request.providerId !== null) {
    const reply = await client.get(`/refunds/${encodeURIComponent(request.providerId)}`);
    if (reply.kind === 'nothing') return unknown(reply.reason, request.providerId);
    if (reply.kind === 'data') return accepted(reply.data, request);
    if (!isNotFound(reply.message, 'refund')) return unknown(reply.message, request.providerId);
  }
  const found = await findOurs(client, request);
  if (found !== 'none') return found;
  return { state: 'not_found', reason: 'Flutterwave has no such refund', providerId: null };
}
