import { sql } from 'kysely';
import { formatMoney } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { active } from '#server/modules/invoices/queries/status-filter.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { askedNow } from '#server/modules/invoices/rules/schedule.ts';
import { notifyOwnerOfAll } from '#server/modules/notifications/commands/notify.ts';

/** Notifies an owner that invoices are overdue, once for each of their revisions. */
export async function notifyOverdue(
  ctx: SystemCtx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<void> {
  const invoices = await noticeOverdue(ctx, businessId, invoiceIds);
  if (invoices.length === 0) return;
  for (const invoice of invoices) recordActivity(ctx, businessId, activityOf(invoice), { topic: 'invoices' });
  await mailOwner(ctx, businessId, invoices);
}

type OverdueInvoice = Pick<
  Invoice,
  | 'id'
  | 'number'
  | 'customer_name'
  | 'currency'
  | 'total_minor'
  | 'balance_minor'
  | 'due_date'
  | 'revision'
  | 'schedule'
>;

/** Notes that these are overdue; returns the open ones it was not known of since they went. */
function noticeOverdue(
  ctx: SystemCtx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<OverdueInvoice[]> {
  const isOneOf = sql<boolean>`id = any(${invoiceIds})`;
  return ctx.tx
    .with('noticed', (db) =>
      db
        .insertInto('overdue_notices')
        .columns(['business_id', 'invoice_id', 'noticed_at'])
        .expression((eb) =>
          eb
            .selectFrom('invoices')
            .select((row) => ['business_id', 'id', row.val(ctx.now).as('noticed_at')])
            .where('business_id', '=', businessId)
            .where(isOneOf)
            .where('sent_at', 'is not', null)
            // Two processes at the same list wait for each other in one direction.
            .orderBy('id'),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['business_id', 'invoice_id'])
            .doUpdateSet({ noticed_at: ctx.now })
            .where('overdue_notices.noticed_at', '<', (eb) =>
              eb
                .selectFrom('invoices')
                // A later part of it is told of anew.
                .select(
                  sql<Date>`case when schedule is null then sent_at else greatest(sent_at, due_date) end`.as(
                    'since',
                  ),
                )
                .where('business_id', '=', businessId)
                .whereRef('invoices.id', '=', 'overdue_notices.invoice_id'),
            ),
        )
        .returning('invoice_id'),
    )
    .selectFrom('invoices')
    .innerJoin('noticed', 'noticed.invoice_id', 'invoices.id')
    .select([
      'id',
      'number',
      'customer_name',
      'currency',
      'total_minor',
      'balance_minor',
      'due_date',
      'revision',
      'schedule',
    ])
    .where('business_id', '=', businessId)
    .where('paid_at', 'is', null)
    .where(active)
    .orderBy('due_date')
    .orderBy('id')
    .execute();
}

const activityOf = (invoice: OverdueInvoice) => {
  const owed = askedNow(invoice, invoice.balance_minor);
  return {
    type: 'invoice_overdue' as const,
    status: 'pending' as const,
    description: `${invoice.customer_name} owes ${formatMoney(owed, invoice.currency)} on ${invoice.number}, which is overdue`,
    metadata: subjectOf(invoice, owed),
  };
};

// Each part of a schedule is overdue by itself.
const keyOf = ({ id, revision, schedule, due_date }: OverdueInvoice): string =>
  [`overdue:${id}`, ...(revision > 1 ? [revision] : []), ...(schedule ? [due_date] : [])].join(':');

async function mailOwner(
  ctx: SystemCtx,
  businessId: string,
  invoices: readonly OverdueInvoice[],
): Promise<void> {
  const owner = await ownerOf(ctx.tx, businessId);
  await notifyOwnerOfAll(
    ctx,
    { businessId, event: 'invoice_overdue' },
    invoices.map((invoice) => ({
      key: keyOf(invoice),
      to: owner.email,
      template: 'invoiceOverdue' as const,
      facts: {
        firstName: owner.firstName,
        customerName: invoice.customer_name,
        number: invoice.number,
        balance: askedNow(invoice, invoice.balance_minor),
        currency: invoice.currency,
        due: invoice.due_date,
        invoiceUrl: `${ctx.publicUrl}/dashboard/invoices?invoice=${invoice.id}`,
      },
    })),
  );
}
