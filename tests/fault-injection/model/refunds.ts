import * as oracle from './oracle.ts';
import { type ModelRun, settle } from './system.ts';

/** Refundable rest of a payment at the provider. */
export function refundableAtProvider({ simulator }: ModelRun, transactionId: string): number {
  const { payments, refunds } = simulator.ledger;
  const payment = payments.find((known) => known.transactionId === transactionId);
  const underWay = refunds.filter(
    (known) => known.transactionId === transactionId && known.state === 'processing',
  );
  return payment
    ? payment.amount - payment.refunded - underWay.reduce((sum, { amount }) => sum + amount, 0)
    : 0;
}

/** A refund the service took: `there` is what its provider had left to refund of the payment before. */
export async function refundAsked(
  world: ModelRun,
  wallet: oracle.Wallet,
  made: oracle.Refund,
  there: number,
): Promise<void> {
  const { payment, amount } = made;
  oracle.holdRefund(wallet, made);
  await settle(world);
  if (amount <= there) return;
  // The provider refused it at once: more had gone back there than we knew.
  made.actual = 'failed';
  oracle.applyRefundState(wallet, made);
  const now = world.simulator.ledger.payments.find(
    ({ transactionId }) => transactionId === payment.transactionId,
  );
  const invoices = now && oracle.invoicesOf(wallet, now.reference);
  if (now && invoices) oracle.recordPayment(wallet, invoices, now);
}
