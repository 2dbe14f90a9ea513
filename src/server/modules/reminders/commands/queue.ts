import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { type NewActivity, recordActivity } from '#server/modules/activity/commands.ts';
import { exhaustedRecipients } from '#server/modules/business/queries.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { deleteReminder, recordReminders } from '#server/modules/invoices/commands/reminders.ts';
import { aboutInvoice, type Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { cancelMessage } from '#server/modules/notifications/commands/cancel.ts';
import { claimMessages } from '#server/modules/notifications/commands/messages.ts';
import { jobs } from '../jobs.ts';
import type { DunningContext } from '../queries/dunning-context.ts';
import { reachOf } from '../queries/reach.ts';
import { addressOf, automaticChannel, type ReminderChannel } from '../rules/channels.ts';
import { isPromiseStep } from '../rules/plan.ts';
import { stepMessageKey } from '../rules/step-template.ts';
import type { SkipReason } from '../table.ts';
import { moveStep } from './steps.ts';

/** A step to be sent. `address`: an email address or a number in international digits. */
export type Queued = {
  invoice: Invoice;
  step: string;
  channel: ReminderChannel;
  address: string;
  sender: 'ladder' | 'tap';
};

/** Enqueues steps of a business for sending, each under its idempotency key. */
export async function queueSteps(ctx: SystemCtx, queued: readonly Queued[]): Promise<void> {
  await claimMessages(
    ctx,
    queued.map(({ invoice, step, channel, address }) => ({
      key: stepMessageKey(invoice.id, step),
      channel,
      kind: isPromiseStep(step) ? 'promiseDue' : 'invoiceReminder',
      to: address,
      about: aboutInvoice(invoice),
    })),
  );
  await recordReminders(ctx, queued);
  for (const { invoice, step } of queued)
    ctx.enqueue(jobs.send, { businessId: invoice.business_id, invoiceId: invoice.id, step });
}

/** Records a reminder as activity, or `failed`: it was not sent after all. */
export const recordReminded = (ctx: SystemCtx, invoice: Invoice, failed?: 'failed'): void =>
  recordActivity(ctx, invoice.business_id, activityOf(invoice, failed), {
    topic: 'invoices',
    invoiceId: invoice.id,
  });

/** Records reminders of a business that were queued as activities. */
export function recordAllReminded(ctx: SystemCtx, businessId: string, invoices: readonly Invoice[]): void {
  for (const invoice of invoices) recordActivity(ctx, businessId, activityOf(invoice));
}

function activityOf(invoice: Invoice, failed?: 'failed'): NewActivity {
  const outcome = failed ? 'was not reminded after all' : 'was reminded';
  return {
    type: 'invoice_reminded',
    status: failed ?? 'success',
    description: `${invoice.customer_name} ${outcome} of invoice ${invoice.number}`,
    metadata: subjectOf(invoice, invoice.balance_minor),
  };
}

/** Cancels a step that was queued and not sent. */
export async function cancelStep(
  ctx: SystemCtx,
  invoice: Invoice,
  step: string,
  why: SkipReason,
): Promise<void> {
  const key = { businessId: invoice.business_id, invoiceId: invoice.id, step };
  if (await moveStep(ctx, key, ['queued'], { state: 'skipped', why }))
    await retractReminder(ctx, invoice, step);
}

/** Returns a queued step to the owner, to be sent with one click. */
export async function returnToOwner(ctx: SystemCtx, invoice: Invoice, step: string): Promise<void> {
  const key = { businessId: invoice.business_id, invoiceId: invoice.id, step };
  if (await moveStep(ctx, key, ['queued'], { state: 'planned' })) await retractReminder(ctx, invoice, step);
}

/** Has a step that WhatsApp takes no message for yet go by email where the schedule allows it; else its owner sends it. */
export async function rerouteStep(
  ctx: SystemCtx,
  { invoice, schedule }: DunningContext,
  step: string,
): Promise<void> {
  const reach = await reachOf(ctx.tx, invoice, false);
  const channel = automaticChannel(reach, schedule);
  const address = channel ? addressOf(reach, channel) : '';
  if (channel && !(await exhaustedRecipients(ctx, invoice.business_id, address))) {
    await cancelMessage(ctx, stepMessageKey(invoice.id, step));
    await deleteReminder(ctx, invoice, step);
    return queueSteps(ctx, [{ invoice, step, channel, address, sender: 'ladder' }]);
  }
  await returnToOwner(ctx, invoice, step);
  const { business_id: businessId, id: invoiceId, number, customer_name: customerName } = invoice;
  recordActivity(ctx, businessId, {
    type: 'message_failed',
    status: 'failed',
    description: `WhatsApp has not approved the reminder to ${customerName} about ${number} yet. It waits in Today’s messages: send it yourself`,
    metadata: { customerName, invoiceId, invoiceNumber: number },
  });
}

async function retractReminder(ctx: SystemCtx, invoice: Invoice, step: string): Promise<void> {
  await cancelMessage(ctx, stepMessageKey(invoice.id, step));
  await deleteReminder(ctx, invoice, step);
  recordReminded(ctx, invoice, 'failed');
  publish(ctx, invoice.business_id, { topic: 'messages', invoiceId: invoice.id });
}
