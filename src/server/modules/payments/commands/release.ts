import { dateIn } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { add, formatMoney, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { allocate } from '#server/modules/invoices/commands/allocations.ts';
import { rescheduleReminders } from '#server/modules/invoices/commands/reminders.ts';
import { creditOf, returnableOf } from '#server/modules/invoices/rules/credit.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { OFFLINE } from '../rules.ts';
import type { PaymentRow } from '../table.ts';
import { pendingRefundAmount } from './allocations.ts';
import { noteGivenBack } from './give-back.ts';
import { requestRefund } from './refunds.ts';

/** Money taken off an invoice, in minor units, by where it goes: the customer's credit, a refund, or given back by hand. */
export type Division = { credit: Minor; refund: Minor; gaveBack: Minor };

/**
 * Takes money off an invoice, the latest payment first, and divides it; the invoice's own row is the caller's, who holds the
 * business's lock. Refunds go through the provider of each payment. Throws 422 on `effect` where less can go back so.
 */
export async function releasePayments(
  ctx: Ctx,
  invoice: Invoice,
  { credit, refund, gaveBack }: Division,
  reason: string,
): Promise<void> {
  const applied = await appliedPayments(ctx, invoice);
  const back = new Map<string, Minor>();
  const refundLeft = await take(ctx, invoice, applied, refund, {
    most: async (of) => (of.row.provider === OFFLINE ? ZERO : returnable(ctx, of)),
    after: async (row, amount) => void back.set(row.id, amount),
  });
  if (refundLeft > 0)
    throw fieldError(
      'effect',
      `Only ${formatMoney(subtract(refund, refundLeft), invoice.currency)} can go back through the payment provider`,
    );
  // Cash goes back for cash first.
  const byHand = applied.toSorted(
    (a, b) => Number(b.row.provider === OFFLINE) - Number(a.row.provider === OFFLINE),
  );
  const day = dateIn(ctx.now, ctx.actor.timeZone);
  const gaveBackLeft = await take(ctx, invoice, byHand, gaveBack, {
    most: (of) => returnable(ctx, of, back.get(of.row.id)),
    after: async (row, amount) => void (await noteGivenBack(ctx, row, { amount, day, reason })),
  });
  if (gaveBackLeft > 0)
    throw fieldError(
      'effect',
      `Only ${formatMoney(subtract(gaveBack, gaveBackLeft), invoice.currency)} was there to give back: a refund of it is on its way`,
    );
  await take(ctx, invoice, applied, credit, {
    most: async ({ applied: most }) => most,
    after: async () => {},
  });
  // It may be enough for others of theirs.
  if (credit > 0) await rescheduleReminders(ctx, invoice.business_id, invoice.customer_id);
  for (const [paymentId, amount] of back)
    await requestRefund(ctx, { currency: invoice.currency, paymentId, amount, reason });
}

/**
 * Puts an amount (minor units) of the credit of payments that once paid an invoice back on it; its row is the caller's. Gives what
 * of it could not be found: the credit was used.
 */
export async function reapplyPayments(ctx: Ctx, invoice: Invoice, amount: Minor): Promise<Minor> {
  let left = amount;
  for (const row of await paymentsOnceOf(ctx, invoice)) {
    const credit = creditOf(row, await pendingRefundAmount(ctx, row));
    const part = least(left, credit);
    if (part <= 0) continue;
    await allocate(ctx, row, invoice.id, part);
    left = subtract(left, part);
  }
  return left;
}

type Applied = { row: PaymentRow; applied: Minor };
type Taking = {
  most: (of: Applied) => Promise<Minor>;
  after: (row: PaymentRow, amount: Minor) => Promise<void>;
};

/** Takes an amount off the invoice's payments in order, each as far as it may give; what is left of it. */
async function take(
  ctx: Ctx,
  invoice: Invoice,
  payments: Applied[],
  amount: Minor,
  { most, after }: Taking,
): Promise<Minor> {
  let left = amount;
  for (const each of payments) {
    const part = least(left, await most(each));
    if (part <= 0) continue;
    each.row = await allocate(ctx, each.row, invoice.id, minor(-part));
    each.applied = subtract(each.applied, part);
    left = subtract(left, part);
    await after(each.row, part);
  }
  return left;
}

const returnable = async (ctx: Ctx, { row, applied }: Applied, asked: Minor = ZERO): Promise<Minor> =>
  least(applied, returnableOf(row, add(await pendingRefundAmount(ctx, row), asked)));

async function appliedPayments(ctx: Ctx, invoice: Invoice): Promise<Applied[]> {
  const rows = await ctx.tx
    .selectFrom('payments as p')
    .innerJoin(allocatedTo(ctx, invoice), (join) => join.onRef('a.payment_id', '=', 'p.id'))
    .selectAll('p')
    .select('a.applied')
    .where('p.business_id', '=', invoice.business_id)
    .where('a.applied', '>', '0')
    .orderBy('p.id', 'desc')
    .execute();
  return rows.map(({ applied, ...row }) => ({ row, applied: minor(Number(applied)) }));
}

const allocatedTo = (ctx: Ctx, invoice: Invoice) =>
  ctx.tx
    .selectFrom('allocations')
    .select('payment_id')
    .select((eb) => eb.fn.sum<string>('amount_minor').as('applied'))
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .groupBy('payment_id')
    .as('a');

const paymentsOnceOf = (ctx: Ctx, invoice: Invoice): Promise<PaymentRow[]> =>
  ctx.tx
    .selectFrom('payments as p')
    .innerJoin(allocatedTo(ctx, invoice), (join) => join.onRef('a.payment_id', '=', 'p.id'))
    .selectAll('p')
    .where('p.business_id', '=', invoice.business_id)
    .where('p.status', '=', 'completed')
    .orderBy('p.id', 'desc')
    .execute();
