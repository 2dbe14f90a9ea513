import { newToken } from '#core/ids.ts';
import { type Minor, minor, percentOf, ZERO } from '#core/money.ts';
import type { PaymentProvider, ProviderPayment } from '#server/kernel/ports/index.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import type { History } from '#server/sandbox/index.ts';

/** The sandbox provider and the history it has to remember. */
export type PaymentSimulator = { sandbox: PaymentProvider; past: History };

export type DemoInvoice = { id: string; total: Minor };

/** Collects money (minor units) for an invoice through the sandbox provider, which remembers it. */
export async function collect(
  ctx: Ctx,
  { sandbox, past }: PaymentSimulator,
  invoice: DemoInvoice,
  amount: Minor,
  more: Partial<Pick<ProviderPayment, 'status' | 'method'>>,
): Promise<ProviderPayment> {
  const reference = `demo_${newToken(12)}`;
  await ctx.tx
    .insertInto('checkouts')
    .values({
      business_id: ctx.actor.businessId,
      reference,
      invoice_id: invoice.id,
      provider: sandbox.name,
      currency: 'NGN',
      amount_minor: amount,
      checkout_url: null,
      account: null,
      ussd_code: null,
      created_at: ctx.now,
    })
    .execute();
  const payment = {
    transactionId: `demo_${newToken(12)}`,
    reference,
    status: 'completed' as const,
    amount,
    refunded: ZERO,
    // Nothing is charged for money that did not come.
    fee: more.status === 'failed' ? ZERO : feeOf(amount),
    currency: 'NGN' as const,
    method: 'bank_transfer' as const,
    testMode: true,
    paidAt: ctx.now,
    ...more,
  };
  await recordPayment(ctx, sandbox, payment);
  past.payments.push({ at: ctx.now, payment });
  return payment;
}

// As the sandbox charges: 1.5 % and ₦100, at most ₦2,000, the ₦100 waived under ₦2,500.
const feeOf = (amount: Minor): Minor =>
  minor(Math.min(200_000, percentOf(amount, 150) + (amount < 250_000 ? 0 : 10_000)));
