import { formatMoney } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { notifyOwner } from '#server/modules/notifications/commands/notify.ts';

/** Notifies an owner that an invoice is overdue, once for each of its revisions. */
export async function notifyOverdue(ctx: SystemCtx, businessId: string, invoiceId: string): Promise<void> {
  const invoice = await invoiceById(ctx.tx, businessId, invoiceId);
  const { sent_at: sentAt = null } = invoice ?? {};
  if (!invoice || !sentAt) return;
  const fresh = await ctx.tx
    .insertInto('overdue_notices')
    .values({ business_id: businessId, invoice_id: invoiceId, noticed_at: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['business_id', 'invoice_id'])
        .doUpdateSet({ noticed_at: ctx.now })
        .where('overdue_notices.noticed_at', '<', sentAt),
    )
    .returning('invoice_id')
    .executeTakeFirst();
  if (!fresh || invoice.paid_at || !isActive(invoice)) return;
  const owed = invoice.balance_minor;
  await recordActivity(
    ctx,
    businessId,
    {
      type: 'invoice_overdue',
      status: 'pending',
      description: `${invoice.customer_name} owes ${formatMoney(owed, invoice.currency)} on ${invoice.number}, which is overdue`,
      metadata: {
        customerName: invoice.customer_name,
        amountMinor: owed,
        currency: invoice.currency,
        invoiceId,
        invoiceNumber: invoice.number,
      },
    },
    { topic: 'invoices', invoiceId },
  );
  await mailOwner(ctx, invoice);
}

async function mailOwner(ctx: SystemCtx, invoice: Invoice): Promise<void> {
  const { business_id: businessId } = invoice;
  const owner = await ownerOf(ctx.tx, businessId);
  await notifyOwner(
    ctx,
    { businessId, event: 'invoice_overdue' },
    {
      key: invoice.revision === 1 ? `overdue:${invoice.id}` : `overdue:${invoice.id}:${invoice.revision}`,
      to: owner.email,
      template: 'invoiceOverdue',
      facts: {
        firstName: owner.firstName,
        customerName: invoice.customer_name,
        number: invoice.number,
        balance: invoice.balance_minor,
        currency: invoice.currency,
        due: invoice.due_date,
        invoiceUrl: `${ctx.publicUrl}/dashboard/invoices?invoice=${invoice.id}`,
      },
    },
  );
}
