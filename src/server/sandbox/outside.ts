import { newToken } from '#core/ids.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import { type PaymentRecord, recordPayment, type SandboxContext } from './books.ts';
import { findCheckout } from './checkouts.ts';
import { addWebhook } from './webhooks.ts';

type Pay = {
  /** Defaults to the checkout's amount. Minor units. */
  amount?: Minor;
  method?: PaymentMethod;
  /** The money arrives only after so many milliseconds. */
  afterMs?: number;
  note?: string;
  attempt?: string;
};

/** Pays the checkout of a reference, whatever was paid before; null when there is none. */
export async function payReference(
  sandbox: SandboxContext,
  reference: string,
  pay: Pay = {},
): Promise<PaymentRecord | null> {
  const checkout = await findCheckout(sandbox.db, 'reference', reference);
  if (!checkout) return null;
  return recordPayment(sandbox, {
    reference,
    amount: pay.amount ?? checkout.amount_minor,
    currency: checkout.currency,
    method: pay.method ?? 'bank_transfer',
    note: pay.note,
    attempt: pay.attempt,
    ...(pay.afterMs ? { status: 'pending' as const, plan: 'completed' as const, afterMs: pay.afterMs } : {}),
  });
}

/** A bank transfer to an account number a checkout was given; null when the number is not ours. */
export async function payAccount(
  sandbox: SandboxContext,
  accountNumber: string,
  pay: Pay = {},
): Promise<PaymentRecord | null> {
  const checkout = await findCheckout(sandbox.db, 'account_number', accountNumber);
  return checkout ? payReference(sandbox, checkout.reference, { ...pay, method: 'bank_transfer' }) : null;
}

/** A payment with an unknown reference, and its webhook. */
export function payUnmatched(
  sandbox: SandboxContext,
  amount: Minor,
  currency: Currency,
): Promise<PaymentRecord> {
  return recordPayment(sandbox, {
    reference: `unknown-${newToken(9)}`,
    amount,
    currency,
    method: 'bank_transfer',
    note: 'Unknown reference',
  });
}

/** An authentic webhook about an unknown transaction; returns the transaction's made-up id. */
export async function sendGhostWebhook(sandbox: SandboxContext): Promise<string> {
  const transactionId = `sbt_ghost_${newToken(9)}`;
  const data = { transactionId, reference: 'ghost', status: 'completed', amount: 100_000, currency: 'NGN' };
  await addWebhook(sandbox.db, { type: 'payment.completed', about: transactionId, data }, sandbox.clock());
  sandbox.wake();
  return transactionId;
}
