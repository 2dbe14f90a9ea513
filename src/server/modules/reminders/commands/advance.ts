import { assert } from '#core/assert.ts';
import { parseInstant } from '#core/dates.ts';
import { lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import {
  deleteReminder,
  recordReminder,
  rescheduleReminder,
} from '#server/modules/invoices/commands/reminders.ts';
import { active } from '#server/modules/invoices/queries/status-filter.ts';
import { aboutInvoice, type Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { cancelMessage } from '#server/modules/notifications/commands/cancel.ts';
import { exhaustedRecipients } from '#server/modules/business/queries.ts';
import { claimMessage } from '#server/modules/notifications/commands/messages.ts';
import { jobs } from '../jobs.ts';
import {
  type DunningContext,
  type InvoiceKey,
  loadDunningContext,
  reachOf,
} from '../queries/dunning-context.ts';
import { automaticChannel, ownerChannels, type Reach, type ReminderChannel } from '../rules/channels.ts';
import { isPromiseStep, type Plan, planAfter, planOf, type Step } from '../rules/plan.ts';
import { stepMessageKey } from '../rules/step-template.ts';
import type { SkipReason } from '../table.ts';
import { moveStep, saveStep } from './steps.ts';

/** Next check of an invoice that only a change puts back on the schedule. */
const NEVER = parseInstant('9999-01-01T00:00:00Z');

/**
 * Carries out an invoice's due dunning step, at most one, once. `serviceSends`: whether WhatsApp is set up. A
 * concurrent second call finds nothing to do.
 */
export async function advanceSchedule(ctx: SystemCtx, key: InvoiceKey, serviceSends: boolean): Promise<void> {
  await lockBusiness(ctx.tx, key.businessId);
  if (!(await isDue(ctx, key))) return;
  const context = await loadDunningContext(ctx.tx, key, ctx.now);
  if (!context) return;
  const { invoice, schedule, progress } = context;
  const plan = planOf(schedule, progress, ctx.now);
  const customerId = invoice.customer_id;
  for (const skip of plan.skip) await saveStep(ctx, { ...key, customerId }, { ...skip, state: 'skipped' });
  if (plan.due) await carryOutStep(ctx, context, plan.due, await reachOf(ctx.tx, invoice, serviceSends));
  else if (plan.skip.length > 0)
    await publish(ctx, key.businessId, { topic: 'invoices', invoiceId: invoice.id });
  await rescheduleReminder(ctx, invoice, nextCheckAfter(plan, context, ctx.now));
}

function nextCheckAfter(plan: Plan, { schedule, progress }: DunningContext, now: Date): Date {
  const then = plan.due ? planAfter(schedule, progress, plan, now) : plan;
  assert(NEVER, 'never is a time');
  return then.checkAt ?? NEVER;
}

async function isDue(ctx: SystemCtx, { businessId, invoiceId }: InvoiceKey): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('invoices')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', invoiceId)
    .where('remind_at', '<=', ctx.now)
    .where('sent_at', 'is not', null)
    .where('paid_at', 'is', null)
    .where(active)
    .executeTakeFirst();
  return row !== undefined;
}

async function carryOutStep(
  ctx: SystemCtx,
  { invoice, schedule }: DunningContext,
  due: Step,
  reach: Reach,
): Promise<void> {
  const key = { businessId: invoice.business_id, invoiceId: invoice.id, customerId: invoice.customer_id };
  const channel = schedule.mode === 'automatic' ? automaticChannel(reach, schedule) : null;
  // Beyond the day's allowance it waits for its owner.
  if (channel && !(await exhaustedRecipients(ctx, invoice.business_id, addressOf(reach, channel)))) {
    await saveStep(ctx, key, { ...due, state: 'queued' });
    await queueStep(ctx, invoice, due.step, { channel, reach, sender: 'ladder' });
    await recordReminded(ctx, invoice);
    return;
  }
  const open = ownerChannels(reach).length > 0;
  await saveStep(
    ctx,
    key,
    open ? { ...due, state: 'planned' } : { ...due, state: 'skipped', why: 'stopped' },
  );
  await publish(ctx, invoice.business_id, { topic: 'invoices', invoiceId: invoice.id });
}

const addressOf = (reach: Reach, channel: ReminderChannel) =>
  channel === 'email' ? reach.email : reach.number;

/** Enqueues a step for sending under its idempotency key. */
export async function queueStep(
  ctx: SystemCtx,
  invoice: Invoice,
  step: string,
  { channel, reach, sender }: { channel: ReminderChannel; reach: Reach; sender: 'ladder' | 'tap' },
): Promise<void> {
  await claimMessage(ctx, {
    key: stepMessageKey(invoice.id, step),
    channel: channel,
    kind: isPromiseStep(step) ? 'promiseDue' : 'invoiceReminder',
    to: addressOf(reach, channel),
    about: aboutInvoice(invoice),
  });
  await recordReminder(ctx, invoice, { channel: channel, sender, step });
  await ctx.enqueue(jobs.send, { businessId: invoice.business_id, invoiceId: invoice.id, step });
}

/** Records a reminder as activity, or `failed`: it was not sent after all. */
export async function recordReminded(ctx: SystemCtx, invoice: Invoice, failed?: 'failed'): Promise<void> {
  const { business_id: businessId, id: invoiceId, number, customer_name: customerName } = invoice;
  const outcome = failed ? 'was not reminded after all' : 'was reminded';
  await recordActivity(
    ctx,
    businessId,
    {
      type: 'invoice_reminded',
      status: failed ?? 'success',
      description: `${customerName} ${outcome} of invoice ${number}`,
      metadata: {
        customerName,
        amountMinor: invoice.balance_minor,
        currency: invoice.currency,
        invoiceId,
        invoiceNumber: number,
      },
    },
    { topic: 'invoices', invoiceId },
  );
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
  if (channel && !(await exhaustedRecipients(ctx, invoice.business_id, addressOf(reach, channel)))) {
    await cancelMessage(ctx, stepMessageKey(invoice.id, step));
    await deleteReminder(ctx, invoice, step);
    return queueStep(ctx, invoice, step, { channel, reach, sender: 'ladder' });
  }
  await returnToOwner(ctx, invoice, step);
  const { business_id: businessId, id: invoiceId, number, customer_name: customerName } = invoice;
  await recordActivity(ctx, businessId, {
    type: 'message_failed',
    status: 'failed',
    description: `WhatsApp has not approved the reminder to ${customerName} about ${number} yet. It waits in Today’s messages: send it yourself`,
    metadata: { customerName, invoiceId, invoiceNumber: number },
  });
}

async function retractReminder(ctx: SystemCtx, invoice: Invoice, step: string): Promise<void> {
  await cancelMessage(ctx, stepMessageKey(invoice.id, step));
  await deleteReminder(ctx, invoice, step);
  await recordReminded(ctx, invoice, 'failed');
  await publish(ctx, invoice.business_id, { topic: 'messages', invoiceId: invoice.id });
}
