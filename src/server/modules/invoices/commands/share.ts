import { plusMs } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { type Ctx, lockBusiness, publish } from '#server/kernel/scope.ts';
import { invoiceById } from '../queries/details.ts';
import { isActive } from '../rules/invoice.ts';
import type { ShareWay } from '../table.ts';
import type { InvoiceTarget } from './lifecycle.ts';

/** Pressed again within so long it is the same one. */
const SAME_MS = 60_000;

/** Records a manual share of an invoice's link. Throws 404, and 409 while it was not sent. */
export async function recordShare(
  ctx: Ctx,
  { currency, invoiceId, way }: InvoiceTarget & { way: ShareWay },
): Promise<void> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const invoice = await invoiceById(ctx.tx, businessId, invoiceId);
  if (invoice?.currency !== currency || !isActive(invoice)) throw notFound('invoice');
  if (!invoice.sent_at) throw new AppError('conflict', 'Only a sent invoice can be shared');
  const recent = await ctx.tx
    .selectFrom('invoice_shares')
    .select('id')
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('way', '=', way)
    .where('shared_at', '>', plusMs(ctx.now, -SAME_MS))
    .executeTakeFirst();
  if (recent) return;
  await ctx.tx
    .insertInto('invoice_shares')
    .values({
      business_id: businessId,
      id: newId('shr', ctx.now),
      invoice_id: invoiceId,
      way,
      shared_at: ctx.now,
    })
    .execute();
  publish(ctx, businessId, { topic: 'messages', invoiceId });
}
