import { sql } from 'kysely';
import { newId } from '#core/ids.ts';
import { internationalDigits } from '#core/phone.ts';
import { insertRows } from '#server/kernel/insert-rows.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { active } from '../queries/status-filter.ts';
import type { Invoice } from '../rules/invoice.ts';
import type { ReminderRow } from '../table.ts';

/** Records a sent reminder; the weekly cap is counted from these. */
export async function recordReminder(
  ctx: SystemCtx,
  invoice: Invoice,
  delivery: Pick<ReminderRow, 'channel' | 'sender' | 'step'>,
): Promise<void> {
  const address = delivery.channel === 'email' ? invoice.customer_email : await numberOf(ctx, invoice);
  await recordReminders(ctx, [{ invoice, address, ...delivery }]);
  // The dunning schedule pauses after a manual reminder.
  if (delivery.sender === 'hand') await rescheduleReminder(ctx, invoice, ctx.now);
}

type Reminder = Pick<ReminderRow, 'channel' | 'sender' | 'step' | 'address'> & { invoice: Invoice };

/** Records reminders that were sent by the service, or are about to be. */
export async function recordReminders(ctx: SystemCtx, reminders: readonly Reminder[]): Promise<void> {
  if (reminders.length === 0) return;
  const rows = reminders.map(({ invoice, channel, sender, step, address }) => ({
    business_id: invoice.business_id,
    id: newId('rem', ctx.now),
    invoice_id: invoice.id,
    customer_id: invoice.customer_id,
    address,
    channel,
    sender,
    step,
    sent_at: ctx.now,
  }));
  await insertRows('reminders', rows).execute(ctx.tx);
}

/** Deletes the record of a step's reminder that was not sent after all. */
export async function deleteReminder(
  ctx: SystemCtx,
  { business_id, id }: Pick<Invoice, 'business_id' | 'id'>,
  step: string,
): Promise<void> {
  await ctx.tx
    .deleteFrom('reminders')
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .where('step', '=', step)
    .execute();
}

/** Sets the next run of an invoice's dunning schedule. */
export async function rescheduleReminder(
  ctx: SystemCtx,
  { business_id, id }: Pick<Invoice, 'business_id' | 'id'>,
  at: Date,
): Promise<void> {
  await ctx.tx
    .updateTable('invoices')
    .set({ remind_at: at })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute();
}

/** Sets the next run of the schedule of each of some invoices of a business. */
export async function setNextChecks(
  ctx: SystemCtx,
  businessId: string,
  checks: readonly { id: string; at: Date }[],
): Promise<void> {
  await sql`update invoices i set remind_at = c.at
    from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as c (id text, at timestamptz)
    where i.business_id = ${businessId} and i.id = c.id`.execute(ctx.tx);
}

/** Reschedules every open invoice of a business, or of one of its customers, for now. */
export async function rescheduleReminders(
  ctx: SystemCtx,
  businessId: string,
  customerId?: string,
): Promise<void> {
  await ctx.tx
    .updateTable('invoices')
    .set({ remind_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('paid_at', 'is', null)
    .where(active)
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId ?? ''))
    .execute();
}

async function numberOf(ctx: SystemCtx, { business_id, customer_id }: Invoice): Promise<string> {
  return internationalDigits((await customerById(ctx.tx, business_id, customer_id))?.phone ?? null);
}
