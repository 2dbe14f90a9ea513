import { sql } from 'kysely';
import { dateIn, plusMs } from '#core/dates.ts';
import { newId, newToken } from '#core/ids.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { textColumnsOf } from '../rules/facts.ts';
import type { Invoice } from '../table.ts';

/** `idempotencyKey` is the form's; `number` comes from the POS series. `amount` in minor units. */
export type NewPosSale = {
  businessId: string;
  currency: Currency;
  amount: Minor;
  title: string;
  number: string;
  customer: { id: string; name: string; email: string };
  timeZone: string;
  idempotencyKey: string;
};

const EXPIRES_AFTER_MS = 2 * 3_600_000;
/** A payment that is pending for longer was most likely given up. */
const PENDING_MS = 24 * 3_600_000;
const ONE_UNIT_MICRO = 1_000_000;

/**
 * Makes an invoice that can be paid at once and is nowhere counted or listed while it awaits payment. The caller holds the
 * business's lock.
 */
export async function openPosSale(ctx: SystemCtx, sale: NewPosSale): Promise<Invoice> {
  const { businessId, amount, customer } = sale;
  const id = newId('inv', ctx.now);
  const today = dateIn(ctx.now, sale.timeZone);
  const invoice = await ctx.tx
    .insertInto('invoices')
    .values({
      business_id: businessId,
      id,
      public_id: newToken(12),
      number: sale.number,
      currency: sale.currency,
      customer_id: customer.id,
      customer_name: customer.name,
      customer_email: customer.email,
      ...textColumnsOf({ title: sale.title }),
      subtotal_minor: amount,
      discount_minor: ZERO,
      tax_bps: 0,
      tax_minor: ZERO,
      total_minor: amount,
      issue_date: today,
      due_date: today,
      // The business's own account stays its own: anybody can open a sale.
      pay_to: null,
      sent_at: ctx.now,
      paid_at: null,
      deleted_at: null,
      state: 'awaiting_payment',
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = { position: 0, description: sale.title, quantity_micro: ONE_UNIT_MICRO };
  await ctx.tx
    .insertInto('invoice_items')
    .values({
      business_id: businessId,
      invoice_id: id,
      ...item,
      rate_minor: amount,
      discount_minor: ZERO,
      discount_bps: null,
      tax_code: 'standard',
      total_minor: amount,
    })
    .execute();
  // The form of a sale that ended opens another one.
  await ctx.tx
    .insertInto('counter_sales')
    .values({ business_id: businessId, invoice_id: id, mark: sale.idempotencyKey })
    .onConflict((of) => of.columns(['business_id', 'mark']).doUpdateSet({ invoice_id: id }))
    .execute();
  return invoice;
}

/** Makes a sale that awaits payment an active invoice, for its money is here; any other invoice stays as it is. */
export async function activateSale(ctx: SystemCtx, invoice: Invoice): Promise<Invoice> {
  if (invoice.state !== 'awaiting_payment') return invoice;
  const activated = await ctx.tx
    .updateTable('invoices')
    .set({ state: 'active' })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .where('state', '=', 'awaiting_payment')
    .returningAll()
    .executeTakeFirst();
  return activated ?? invoice;
}

/** Cancels a sale that awaits payment; false for any other invoice. */
export async function cancelAwaiting(
  ctx: SystemCtx,
  businessId: string,
  currency: Currency,
  invoiceId: string,
): Promise<boolean> {
  const cancelled = await ctx.tx
    .updateTable('invoices')
    .set({ state: 'cancelled' })
    .where('business_id', '=', businessId)
    .where('id', '=', invoiceId)
    .where('currency', '=', currency)
    .where('state', '=', 'awaiting_payment')
    .returning('id')
    .executeTakeFirst();
  return cancelled !== undefined;
}

/** Expires the oldest sale of a business that was opened before a time, unless its money is on its way; false where there is none. */
export async function expireOldestSale(ctx: SystemCtx, businessId: string, before: Date): Promise<boolean> {
  const { rows } = await sql`update invoices set state = 'expired'
    where business_id = ${businessId} and state = 'awaiting_payment' and id = (
      select i.id from invoices i where i.business_id = ${businessId} and ${isUnpaid(ctx.now, before)}
      order by i.created_at, i.id limit 1) returning id`.execute(ctx.tx);
  return rows.length > 0;
}

/** Expires the sales that have awaited payment long enough, but for those whose money is on its way. */
export async function expireSales(ctx: SystemCtx): Promise<void> {
  await sql`update invoices i set state = 'expired'
    where ${isUnpaid(ctx.now, plusMs(ctx.now, -EXPIRES_AFTER_MS))}`.execute(ctx.tx);
}

const isUnpaid = (now: Date, openedBefore: Date) => sql`i.state = 'awaiting_payment'
  and i.created_at <= ${openedBefore} and not exists (select 1 from payments p
    where p.business_id = i.business_id and p.invoice_id = i.id
      and p.status = 'pending' and p.created_at > ${plusMs(now, -PENDING_MS)})`;
