import type { RefundRequest, RefundState } from '#server/kernel/ports/index.ts';
import type { PaymentRecord, SandboxContext } from './books.ts';
import {
  addRefund,
  findRefund,
  type InitialState,
  lockPayment,
  refundableAmount,
  type RefundRecord,
} from './refunds.ts';
import { readSettings } from './settings.ts';
import { settleIncoming } from './settle.ts';
import type { RefundOutcome } from './table.ts';

const REFUSED = 'The bank does not take refunds to this customer';
const LOST = 'The request timed out';

/** A refund nothing certain is known about. */
export function unknownRefund(reason: string): RefundState {
  return { state: 'unknown', reason, providerId: null };
}

/** Refunds once per reference: a known reference returns its state. */
export async function sendRefund(sandbox: SandboxContext, request: RefundRequest): Promise<RefundState> {
  const { refundOutcome } = await readSettings(sandbox.db);
  await settleIncoming(sandbox);
  const { refund, isNew } = await writeOnce(sandbox, request, refundOutcome);
  sandbox.wake();
  if (!refund)
    return { state: 'failed', reason: 'There is nothing of that kind to give back', providerId: null };
  return isNew && refundOutcome === 'lost' && refund.state !== 'failed'
    ? unknownRefund(LOST)
    : answerAbout(refund, request);
}

function writeOnce(
  sandbox: SandboxContext,
  request: RefundRequest,
  outcome: RefundOutcome,
): Promise<{ refund: RefundRecord | null; isNew: boolean }> {
  return sandbox.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, request.transactionId);
    const known = await findRefund(tx, request.reference);
    if (known || !payment || request.amount <= 0) return { refund: known, isNew: false };
    const plannedOutcome = initialStateOf(payment, request, outcome);
    const inserted = await addRefund(tx, payment, request, plannedOutcome, sandbox.clock());
    return { refund: inserted ?? (await findRefund(tx, request.reference)), isNew: inserted !== null };
  });
}

/** The state of a requested refund. */
export async function refundState(sandbox: SandboxContext, request: RefundRequest): Promise<RefundState> {
  await settleIncoming(sandbox);
  const known = await findRefund(sandbox.db, request.reference);
  return known
    ? answerAbout(known, request)
    : { state: 'not_found', reason: 'No refund has this reference', providerId: null };
}

// Another refund under a known reference is never carried out, and its refusal is not reported as a failure:
// the caller would take that for the outcome of the first.
function answerAbout(refund: RefundRecord, request: RefundRequest): RefundState {
  return refund.transaction_id === request.transactionId && refund.amount_minor === request.amount
    ? { state: refund.state, reason: refund.problem, providerId: refund.refund_id }
    : unknownRefund('This reference belongs to another refund');
}

function initialStateOf(
  payment: PaymentRecord,
  request: RefundRequest,
  outcome: RefundOutcome,
): InitialState {
  const refusal = refusalOf(payment, request) ?? (outcome === 'refused' ? REFUSED : null);
  if (refusal || outcome === 'refused') return { state: 'failed', problem: refusal, plan: null };
  if (outcome === 'processing') return { state: 'processing', problem: null, plan: null };
  return { state: 'processing', problem: null, plan: outcome === 'lost' ? 'completed' : outcome };
}

function refusalOf(payment: PaymentRecord, request: RefundRequest): string | null {
  if (payment.status === 'refunded') return 'All of this payment went back already';
  if (payment.status !== 'completed') return 'Nothing was paid that could go back';
  if (payment.currency !== request.currency) return 'The payment was made in another currency';
  return request.amount > refundableAmount(payment) ? 'That is more than what is left of the payment' : null;
}
