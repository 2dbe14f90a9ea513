import type { RefundRequest, RefundState } from '#server/kernel/ports/index.ts';
import { callApi, type Client } from './client.ts';
import { isReference } from './references.ts';
import { listRefunds, type Refund, refundSchema } from './refund-list.ts';
import { verifyTransaction } from './transactions.ts';

const MAX_NOTE = 200;

const states: Record<string, RefundState['state']> = {
  pending: 'processing',
  processing: 'processing',
  processed: 'completed',
  failed: 'failed',
  'needs-attention': 'needs_attention',
};

const reasons: Partial<Record<RefundState['state'], string>> = {
  failed: 'Paystack could not give the money back',
  needs_attention: "Paystack needs the customer's bank account to give the money back",
  unknown: 'Paystack told a state we do not know',
};

/**
 * Paystack has no field for our reference and refuses no second refund, so the merchant note holds the
 * reference and the list is read before anything is sent.
 */
export async function sendRefund(client: Client, request: RefundRequest): Promise<RefundState> {
  const before = await refundState(client, request);
  if (before.state !== 'not_found') return before;
  const sent = await callApi(
    client,
    {
      method: 'POST',
      path: '/refund',
      json: {
        transaction: request.transactionId,
        amount: request.amount,
        currency: request.currency,
        merchant_note: noteOf(request),
        customer_note: request.reason.slice(0, MAX_NOTE),
      },
    },
    refundSchema,
  );
  if (sent.kind === 'said')
    return isSameRefund(sent.data, request)
      ? present(sent.data)
      : unknown('it answered about another refund');
  return sent.kind === 'unclear' ? unknown(sent.reason) : afterRefusal(client, request, sent);
}

// An earlier request whose answer was lost may be why there is nothing left to give back.
async function afterRefusal(
  client: Client,
  request: RefundRequest,
  refusal: { type: string; message: string },
): Promise<RefundState> {
  const now = await refundState(client, request);
  if (now.state !== 'not_found') return now;
  return refusal.type === 'processor_error'
    ? unknown(refusal.message)
    : { state: 'failed', reason: refusal.message, providerId: null };
}

export async function refundState(client: Client, request: RefundRequest): Promise<RefundState> {
  const notFound: RefundState = { state: 'not_found', reason: null, providerId: null };
  if (!isReference(request.transactionId)) return notFound;
  const payment = await verifyTransaction(client, request.transactionId);
  if (payment.kind !== 'said') return unknown(payment.kind === 'refused' ? payment.message : payment.reason);
  if (!payment.data) return notFound;
  const { id, createdAt } = payment.data;
  const refunds = await listRefunds(client, { transaction: id, since: createdAt });
  if (refunds.kind !== 'said') return unknown(refunds.kind === 'refused' ? refunds.message : refunds.reason);
  const found = refunds.data.find((refund) => isSameRefund(refund, request));
  return found ? present(found) : notFound;
}

const isSameRefund = (refund: Refund, { reference, providerId }: RefundRequest): boolean =>
  refund.id === providerId || (refund.merchant_note ?? '').split(' ')[0] === reference;

const noteOf = ({ reference, reason }: RefundRequest): string => `${reference} ${reason}`.slice(0, MAX_NOTE);

function present(refund: Refund): RefundState {
  const state = states[refund.status] ?? 'unknown';
  return { state, reason: reasons[state] ?? null, providerId: refund.id };
}

const unknown = (reason: string): RefundState => ({ state: 'unknown', reason, providerId: null });
