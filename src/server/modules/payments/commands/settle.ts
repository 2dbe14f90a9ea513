import { assert } from '#core/assert.ts';
import { add, least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { allocate } from '#server/modules/invoices/commands/allocations.ts';
import { selectForUpdate } from '#server/modules/invoices/commands/lifecycle.ts';
import { applyPayment, payInvoice } from '#server/modules/invoices/commands/settlement.ts';
import { askedAt } from '#server/modules/invoices/queries/withholding.ts';
import { collectible, type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { invoicesOfCheckout } from '../queries/checkouts.ts';
import type { CheckoutRow, PaymentRow } from '../table.ts';

/** The part of a payment that one invoice took, in minor units; `nowPaid` where that settled it. */
export type Settled = { invoice: Invoice; applied: Minor; nowPaid: boolean };

type Money = { amount: Minor; at: Date };

/**
 * Puts money on the invoices of its checkout, in minor units. Of several the one due first comes first, each up to what is asked
 * for it now; what one no longer needs goes on to the next, and then to whatever they may still take. The rest is the customer's
 * credit. Gives at least one invoice: the one the payment is listed under.
 */
export async function settleInvoices(
  ctx: SystemCtx,
  row: PaymentRow,
  checkout: CheckoutRow,
  money: Money,
): Promise<{ payment: PaymentRow; settled: readonly [Settled, ...Settled[]] }> {
  if (checkout.invoice_id === null) return settleSeveral(ctx, row, checkout, money);
  const { business_id: businessId, invoice_id: invoiceId } = checkout;
  const settled = await applyPayment(ctx, { businessId, invoiceId, ...money });
  const payment = await allocate(ctx, row, settled.invoice.id, settled.applied, money.at);
  return { payment, settled: [settled] };
}

async function settleSeveral(ctx: SystemCtx, row: PaymentRow, checkout: CheckoutRow, { amount, at }: Money) {
  // One that was moved to another customer is none of this payer's.
  const ticked = (await invoicesOfCheckout(ctx.tx, checkout)).filter(
    ({ customer_id }) => customer_id === row.customer_id,
  );
  const settled = new Map<string, Settled>();
  let payment = row;
  let left = amount;
  for (const wants of [asked, stillTakes])
    for (const { id } of ticked) {
      if (left === 0) break;
      const invoice = await selectForUpdate(ctx, row.business_id, id);
      const wanted = invoice && isActive(invoice) ? least(left, await wants(ctx, invoice, at)) : ZERO;
      if (!invoice || wanted === 0) continue;
      const part = await payInvoice(ctx, invoice, wanted, { at });
      payment = await allocate(ctx, payment, id, part.applied, at);
      left = subtract(left, part.applied);
      settled.set(id, joined(settled.get(id), part));
    }
  const [first, ...others] = [...settled.values()];
  if (!first) return { payment, settled: await nothingTaken(ctx, row) };
  return {
    payment: await listedUnder(ctx, payment, row, first.invoice),
    settled: [first, ...others] as const,
  };
}

const asked = (ctx: SystemCtx, invoice: Invoice, at: Date): Promise<Minor> => askedAt(ctx.tx, invoice, at);
const stillTakes = async (_: SystemCtx, invoice: Invoice): Promise<Minor> => collectible(invoice);

const joined = (before: Settled | undefined, part: Settled): Settled => ({
  ...part,
  applied: before ? add(before.applied, part.applied) : part.applied,
  nowPaid: part.nowPaid || before?.nowPaid === true,
});

async function nothingTaken(ctx: SystemCtx, row: PaymentRow): Promise<[Settled]> {
  const invoice = row.invoice_id && (await selectForUpdate(ctx, row.business_id, row.invoice_id));
  assert(invoice, `payment ${row.id} has an invoice`);
  return [{ invoice, applied: ZERO, nowPaid: false }];
}

// Of the invoices it was meant for, the first that took some of it stands beside it in lists.
function listedUnder(
  ctx: SystemCtx,
  payment: PaymentRow,
  before: PaymentRow,
  invoice: Invoice,
): Promise<PaymentRow> | PaymentRow {
  if (before.applied_minor > 0 || payment.invoice_id === invoice.id) return payment;
  return ctx.tx
    .updateTable('payments')
    .set({ invoice_id: invoice.id })
    .where('business_id', '=', payment.business_id)
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
