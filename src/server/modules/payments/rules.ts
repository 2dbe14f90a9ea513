import type { Currency } from '#core/money.ts';
import type { ProviderPayment } from '#server/ports.ts';
import type { PaymentStatus } from './table.ts';

/** What a provider's report does to what we have recorded of the same transaction. */
export type Effect = 'record' | 'credit' | 'refund' | 'change_status' | 'nothing' | 'contradiction';

/**
 * The effect of a verified report, given the status recorded so far (null: never seen). It depends on the
 * facts, not on their order or number: a failure told after money arrived is a contradiction and moves nothing.
 */
export function effectOf(recorded: PaymentStatus | null, reported: PaymentStatus): Effect {
  if (recorded === reported) return 'nothing';
  if (recorded === 'refunded') return 'contradiction';
  if (recorded === 'completed') return reported === 'refunded' ? 'refund' : 'contradiction';
  if (reported === 'completed') return 'credit';
  if (reported === 'refunded') return recorded === null ? 'record' : 'change_status';
  if (recorded === null) return 'record';
  return recorded === 'pending' ? 'change_status' : 'contradiction';
}

/** Why a verified payment cannot be credited to the invoice its reference names; null when it can. */
export function whyUnmatched(
  payment: ProviderPayment,
  expected: { currency: Currency; testMode: boolean },
): 'other_currency' | 'test_money' | null {
  if (payment.testMode !== expected.testMode) return 'test_money';
  return payment.currency === expected.currency ? null : 'other_currency';
}

/** How old a checkout may be and still be asked about when no notice came. */
export const CHECKOUT_WATCH_MS = 24 * 3_600_000;
