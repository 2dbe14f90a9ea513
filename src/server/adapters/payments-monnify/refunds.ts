import { z } from 'zod';
import { decimalFromMinor } from '#server/adapters/shared/decimals.ts';
import type { RefundRequest, RefundState } from '#server/kernel/ports/index.ts';
import type { Client } from './client.ts';
import { isNotFound, naira, shortString, UNREADABLE } from './wire.ts';

// Longer texts are refused (R8).
const LONGEST_REASON = 64;
const CUSTOMER_NOTE = 'Refund';

/** Refusals before anything moved: unknown payment, not refundable, amount, means, account, length, too much in all. */
const conclusive = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R8', 'R12'];
const NO_SUCH_REFUND = 'R7';

const states: Record<string, RefundState['state']> = {
  PENDING: 'processing',
  IN_PROGRESS: 'processing',
  PROCESSING: 'processing',
  COMPLETED: 'completed',
  FAILED: 'failed',
};

const refund = z.object({
  refundReference: shortString,
  transactionReference: shortString,
  refundAmount: naira,
  refundStatus: shortString,
  comment: z.string().nullish(),
});

const unknown = (reason: string): RefundState => ({ state: 'unknown', reason, providerId: null });

/** Refunds once for each reference: Monnify keeps them unique. */
export async function sendRefund(client: Client, request: RefundRequest): Promise<RefundState> {
  if (request.currency !== 'NGN') return { ...unknown('Monnify gives back naira only'), state: 'failed' };
  const answer = await client.call({
    method: 'POST',
    path: '/api/v1/refunds/initiate-refund',
    json: {
      transactionReference: request.transactionId,
      refundAmount: decimalFromMinor(request.amount),
      refundReference: request.reference,
      refundReason: request.reason.slice(0, LONGEST_REASON) || CUSTOMER_NOTE,
      customerNote: CUSTOMER_NOTE,
    },
  });
  if (answer.kind === 'silence') return unknown(answer.reason);
  if (answer.kind === 'done') return readRefund(answer.body, request);
  return afterRefusal(client, request, answer);
}

// An earlier call may have begun it: what is left of the payment is then too little for a second one, for example.
async function afterRefusal(
  client: Client,
  request: RefundRequest,
  { code, message }: { code: string; message: string },
): Promise<RefundState> {
  const known = await refundState(client, request);
  if (known.state !== 'not_found') return known;
  return { ...unknown(message), state: conclusive.includes(code) ? 'failed' : 'unknown' };
}

export async function refundState(client: Client, request: RefundRequest): Promise<RefundState> {
  const answer = await client.call({
    method: 'GET',
    path: `/api/v1/refunds/${encodeURIComponent(request.reference)}`,
  });
  if (answer.kind === 'silence') return unknown(answer.reason);
  if (answer.kind === 'done') return readRefund(answer.body, request);
  const isMissing = answer.code === NO_SUCH_REFUND || isNotFound(answer);
  return { ...unknown(answer.message), state: isMissing ? 'not_found' : 'unknown' };
}

function readRefund(body: unknown, request: RefundRequest): RefundState {
  const data = refund.safeParse(body).data;
  if (!data || data.refundReference !== request.reference) return unknown(UNREADABLE);
  if (data.transactionReference !== request.transactionId || data.refundAmount !== request.amount)
    return unknown('Monnify has another refund under this reference');
  const state = Object.hasOwn(states, data.refundStatus) ? states[data.refundStatus] : undefined;
  return {
    state: state ?? 'unknown',
    reason: state === 'completed' ? null : (data.comment ?? null),
    providerId: data.refundReference,
  };
}
