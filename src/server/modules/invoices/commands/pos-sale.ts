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

const PAYMENT_WINDOW_MS = 2 * 3_600_000;
/** A payment pending for longer was most likely abandoned. */
const PENDING_MS = 24 * 3_600_000;
const ONE_UNIT_MICRO = 1_000_000;

/**
 * Creates the invoice of a POS sale. Payable at once, but not counted or listed before it is paid: it is
 * marked as deleted until its first payment (`activateSale`). The caller holds the business's lock.
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
      deleted_at: ctx.now,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = { position: 0, description: sale.title, quantity_micro: ONE_UNIT_MICRO };
  await ctx.tx
    .insertInto('invoice_items')
    .values({ business_id: businessId, invoice_id: id, ...item, rate_minor: amount, total_minor: amount })
    .execute();
  await ctx.tx
    .insertInto('counter_sales')
    .values({
      business_id: businessId,
      invoice_id: id,
      mark: sale.idempotencyKey,
      waits_until: plusMs(ctx.now, PAYMENT_WINDOW_MS),
      opened_at: ctx.now,
    })
    .execute();
  return invoice;
}

/** Activates the invoice of a pending POS sale on its first payment; other deleted invoices stay deleted. */
export async function activateSale(ctx: SystemCtx, invoice: Invoice): Promise<Invoice> {
  if (!invoice.deleted_at) return invoice;
  const activated = await ctx.tx
    .updateTable('counter_sales')
    .set({ waits_until: null })
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .where('waits_until', 'is not', null)
    .returning('invoice_id')
    .executeTakeFirst();
  if (!activated) return invoice;
  return ctx.tx
    .updateTable('invoices')
    .set({ deleted_at: null })
    .where('business_id', '=', invoice.business_id)
    .where('id', '=', invoice.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Discards an unpaid sale; its invoice stays deleted. Returns whether it was pending. */
export async function discardSale(
  ctx: SystemCtx,
  { businessId, invoiceId }: { businessId: string; invoiceId: string },
): Promise<boolean> {
  const cancelled = await ctx.tx
    .deleteFrom('counter_sales')
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('waits_until', 'is not', null)
    .returning('invoice_id')
    .executeTakeFirst();
  return cancelled !== undefined;
}

/** Ends the oldest sale of a business that was opened before a time and whose money is not on its way; false where there is none. */
export async function discardOldestSale(ctx: SystemCtx, businessId: string, before: Date): Promise<boolean> {
  const { rows } = await sql`delete from counter_sales where business_id = ${businessId} and invoice_id = (
    select s.invoice_id from counter_sales s where s.business_id = ${businessId} and s.waits_until is not null
      and s.opened_at <= ${before} and not exists (${pendingPayment(ctx.now)})
    order by s.opened_at limit 1) returning invoice_id`.execute(ctx.tx);
  return rows.length > 0;
}

/** Ends the sales that have waited long enough, but for those whose money is on its way. */
export async function expireSales(ctx: SystemCtx): Promise<void> {
  await sql`delete from counter_sales s where s.waits_until <= ${ctx.now}
    and not exists (${pendingPayment(ctx.now)})`.execute(ctx.tx);
}

const pendingPayment = (now: Date) => sql`select 1 from payments p
  where p.business_id = s.business_id and p.invoice_id = s.invoice_id
    and p.status = 'pending' and p.created_at > ${plusMs(now, -PENDING_MS)}`;
