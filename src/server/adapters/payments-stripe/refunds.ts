import type { RefundRequest, RefundState } from '#server/kernel/ports/index.ts';
import { type ApiResult, callStripe, type Client, UNREADABLE } from './client.ts';
import { listAll, parseAs, type Refund, refundSchema } from './wire.ts';

const MAX_NOTE = 500;
const ENDLESS = 'the list of refunds does not come to an end';

/** Every refund of a payment intent, newest first. */
export const refundsOf = (client: Client, transactionId: string) =>
  listAll(client, refundSchema, (stripe, page) =>
    stripe.refunds.list({ payment_intent: transactionId, ...page }),
  );

/** Looks for the refund first, because Stripe keeps the idempotency key for a day only. */
export async function sendRefund(client: Client, request: RefundRequest): Promise<RefundState> {
  const before = await refundState(client, request);
  if (before.state !== 'not_found') return before;
  const response = await callStripe(client, (stripe) =>
    stripe.refunds.create(
      {
        payment_intent: request.transactionId,
        amount: request.amount,
        reason: 'requested_by_customer',
        metadata: {
          reference: request.reference,
          ...(request.reason ? { reason: request.reason.slice(0, MAX_NOTE) } : {}),
        },
      },
      { idempotencyKey: request.reference },
    ),
  );
  return stateAfterSending(client, request, response);
}

async function stateAfterSending(
  client: Client,
  request: RefundRequest,
  response: ApiResult,
): Promise<RefundState> {
  const parsed = parseAs(refundSchema, response);
  if (parsed.kind === 'silence') return unknown(parsed.reason);
  if (parsed.kind === 'answer') {
    const isOurs = matches(request)(parsed.body) && parsed.body.amount === request.amount;
    return isOurs ? presentRefund(parsed.body) : unknown(UNREADABLE);
  }
  // A refusal may only mean that another call with the reference came first.
  const after = await refundState(client, request);
  if (after.state !== 'not_found') return after;
  return parsed.kind === 'refusal'
    ? { state: 'failed', reason: plainRefusal(parsed), providerId: null }
    : unknown(parsed.reason);
}

/** Looks for the refund among those of its payment. */
export async function refundState(client: Client, request: RefundRequest): Promise<RefundState> {
  const listed = await refundsOf(client, request.transactionId);
  if (listed.kind === 'refusal' && listed.code === 'resource_missing')
    return { state: 'not_found', reason: plainRefusal(listed), providerId: null };
  if (listed.kind !== 'answer') return { ...unknown(listed.reason), providerId: request.providerId };
  const found = listed.body.find(matches(request));
  if (found) return presentRefund(found);
  if (!listed.isComplete) return { ...unknown(ENDLESS), providerId: request.providerId };
  return { state: 'not_found', reason: null, providerId: null };
}

const matches =
  ({ reference, transactionId, providerId }: RefundRequest) =>
  (refund: Refund): boolean =>
    refund.payment_intent === transactionId &&
    (refund.metadata?.reference === reference || refund.id === providerId);

const unknown = (reason: string): RefundState => ({ state: 'unknown', reason, providerId: null });

const states: Record<string, RefundState['state']> = {
  pending: 'processing',
  requires_action: 'needs_attention',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
};

function presentRefund({ id, status, failure_reason }: Refund): RefundState {
  const state = states[status ?? ''] ?? 'unknown';
  const reason = state === 'unknown' ? `Stripe calls it “${status}”` : reasonOf(status, failure_reason);
  return { state, reason, providerId: id };
}

const failures: Record<string, string> = {
  lost_or_stolen_card: 'The card was reported lost or stolen',
  expired_or_canceled_card: 'The card has expired or was cancelled',
  charge_for_pending_refund_disputed: 'The customer has disputed the payment with the bank',
  insufficient_funds: 'The Stripe balance did not cover it',
  declined: 'The customer’s bank declined it',
  merchant_request: 'It was stopped at our request',
};

function reasonOf(status: string | null, failure: string | null | undefined): string | null {
  if (status === 'requires_action') return 'The customer has to say where the money should go';
  if (status === 'canceled') return 'It was cancelled at Stripe';
  return status === 'failed' ? (failures[failure ?? ''] ?? 'Stripe could not deliver it') : null;
}

const refusals: Record<string, string> = {
  charge_already_refunded: 'All of this payment was given back already',
  charge_disputed: 'The customer has disputed this payment with the bank',
  resource_missing: 'Stripe knows no such payment',
};

const plainRefusal = ({ code, reason }: { code: string | null; reason: string }): string =>
  refusals[code ?? ''] ?? reason;
