import { dateIn } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { type Minor, ZERO } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import { lockBusiness, type SystemScope } from '#server/kernel/scope.ts';
import { applyPayment, reversePayment } from './commands/settlement.ts';
import { invoiceById } from './queries/details.ts';

type Paid = { businessId: string; invoiceId: string; amount: Minor; method?: PaymentMethod };

/** For tests: a completed payment of an invoice, without a provider and without the ledger. Gives its id and effect. */
export function pay(scope: SystemScope, { businessId, invoiceId, amount, method = 'card' }: Paid) {
  return scope.transactAsSystem(async (ctx) => {
    await lockBusiness(ctx.tx, businessId);
    const invoice = await invoiceById(ctx.tx, businessId, invoiceId);
    if (!invoice) throw new Error('there is no such invoice');
    const id = newId('pay', ctx.now);
    const effect = await applyPayment(ctx, { businessId, invoiceId, amount });
    await ctx.tx
      .insertInto('payments')
      .values({
        business_id: businessId,
        id,
        provider: 'test',
        transaction_id: id,
        reference: id,
        invoice_id: invoiceId,
        customer_id: invoice.customer_id,
        currency: invoice.currency,
        amount_minor: amount,
        fee_minor: ZERO,
        applied_minor: effect.applied,
        method,
        status: 'completed',
        test_mode: true,
        day: dateIn(ctx.now),
        created_at: ctx.now,
        completed_at: ctx.now,
      })
      .execute();
    return { id, ...effect };
  });
}

/** For tests: the refund of a payment made by `pay`. */
export function refund(scope: SystemScope, businessId: string, paymentId: string) {
  return scope.transactAsSystem(async (ctx) => {
    await lockBusiness(ctx.tx, businessId);
    const payment = await ctx.tx
      .updateTable('payments')
      .set({ status: 'refunded' })
      .where('business_id', '=', businessId)
      .where('id', '=', paymentId)
      .where('status', '=', 'completed')
      .returningAll()
      .executeTakeFirst();
    if (payment?.invoice_id)
      await reversePayment(ctx, { businessId, invoiceId: payment.invoice_id, amount: payment.applied_minor });
  });
}
