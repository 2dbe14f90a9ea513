import { assert } from '#core/assert.ts';
import { parseInstant } from '#core/dates.ts';
import { announce, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { forgetReminder, lookAgain, noteReminder } from '#server/modules/invoices/commands/reminded.ts';
import { aboutInvoice, balanceOf, type Invoice } from '#server/modules/invoices/rules.ts';
import { claimMessage } from '#server/modules/notifications/commands/messages.ts';
import { withdrawMessage } from '#server/modules/notifications/commands/withdraw.ts';
import { jobs } from '../jobs.ts';
import { reachOf, type Situation, situationOf, type Which } from '../queries/situation.ts';
import { isPromiseStep, type Plan, planAfter, planOf, type Step } from '../rules/plan.ts';
import { automaticWay, ownWays, type Reach, type Way } from '../rules/ways.ts';
import { stepKey } from '../rules/words.ts';
import type { Why } from '../table.ts';
import { keepStep, moveStep } from './steps.ts';

/** Next check of an invoice that only a change puts back on the schedule. */
const NEVER = parseInstant('9999-01-01T00:00:00Z');

/**
 * Carries out an invoice's due dunning step, at most one, once. `serviceSends`: whether WhatsApp is set up. A
 * concurrent second call finds nothing to do.
 */
export async function climb(ctx: SystemCtx, which: Which, serviceSends: boolean): Promise<void> {
  await lockBusiness(ctx.tx, which.businessId);
  if (!(await isDue(ctx, which))) return;
  const situation = await situationOf(ctx.tx, which, ctx.now);
  if (!situation) return;
  const { invoice, ladder, standing } = situation;
  const plan = planOf(ladder, standing, ctx.now);
  const customerId = invoice.customer_id;
  for (const skip of plan.skip) await keepStep(ctx, { ...which, customerId }, { ...skip, state: 'skipped' });
  if (plan.due) await make(ctx, situation, plan.due, await reachOf(ctx.tx, invoice, serviceSends));
  else if (plan.skip.length > 0)
    await announce(ctx, which.businessId, { topic: 'invoices', invoiceId: invoice.id });
  await lookAgain(ctx, invoice, lookAtAfter(plan, situation, ctx.now));
}

function lookAtAfter(plan: Plan, { ladder, standing }: Situation, now: Date): Date {
  const then = plan.due ? planAfter(ladder, standing, plan, now) : plan;
  assert(NEVER, 'never is a time');
  return then.lookAt ?? NEVER;
}

async function isDue(ctx: SystemCtx, { businessId, invoiceId }: Which): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('invoices')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', invoiceId)
    .where('remind_at', '<=', ctx.now)
    .where('sent_at', 'is not', null)
    .where('paid_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function make(ctx: SystemCtx, { invoice, ladder }: Situation, due: Step, reach: Reach): Promise<void> {
  const which = { businessId: invoice.business_id, invoiceId: invoice.id, customerId: invoice.customer_id };
  const way = ladder.mode === 'automatic' ? automaticWay(reach, ladder) : null;
  if (way) {
    await keepStep(ctx, which, { ...due, state: 'queued' });
    await queueStep(ctx, invoice, due.step, { way, reach, sender: 'ladder' });
    await recordReminded(ctx, invoice);
    return;
  }
  const open = ownWays(reach).length > 0;
  await keepStep(
    ctx,
    which,
    open ? { ...due, state: 'planned' } : { ...due, state: 'skipped', why: 'stopped' },
  );
  await announce(ctx, invoice.business_id, { topic: 'invoices', invoiceId: invoice.id });
}

/** Enqueues a step for sending under its idempotency key. */
export async function queueStep(
  ctx: SystemCtx,
  invoice: Invoice,
  step: string,
  { way, reach, sender }: { way: Way; reach: Reach; sender: 'ladder' | 'tap' },
): Promise<void> {
  await claimMessage(ctx, {
    key: stepKey(invoice.id, step),
    channel: way,
    kind: isPromiseStep(step) ? 'promiseDue' : 'invoiceReminder',
    to: way === 'email' ? reach.email : reach.number,
    about: aboutInvoice(invoice),
  });
  await noteReminder(ctx, invoice, { channel: way, sender, step });
  await ctx.enqueue(jobs.send, { businessId: invoice.business_id, invoiceId: invoice.id, step });
}

/** Records a reminder as activity, or `failed`: it was not sent after all. */
export async function recordReminded(ctx: SystemCtx, invoice: Invoice, failed?: 'failed'): Promise<void> {
  const { business_id: businessId, id: invoiceId, number, customer_name: customerName } = invoice;
  const told = failed ? 'was not reminded after all' : 'was reminded';
  await recordActivity(
    ctx,
    businessId,
    {
      type: 'invoice_reminded',
      status: failed ?? 'success',
      description: `${customerName} ${told} of invoice ${number}`,
      metadata: {
        customerName,
        amountMinor: balanceOf(invoice),
        currency: invoice.currency,
        invoiceId,
        invoiceNumber: number,
      },
    },
    { topic: 'invoices', invoiceId },
  );
}

/** Cancels a step that was queued and not sent. */
export async function callOff(ctx: SystemCtx, invoice: Invoice, step: string, why: Why): Promise<void> {
  const which = { businessId: invoice.business_id, invoiceId: invoice.id, step };
  if (await moveStep(ctx, which, ['queued'], { state: 'skipped', why })) await takeBack(ctx, invoice, step);
}

/** Returns a queued step to the owner, to be sent with one click. */
export async function handBack(ctx: SystemCtx, invoice: Invoice, step: string): Promise<void> {
  const which = { businessId: invoice.business_id, invoiceId: invoice.id, step };
  if (await moveStep(ctx, which, ['queued'], { state: 'planned' })) await takeBack(ctx, invoice, step);
}

async function takeBack(ctx: SystemCtx, invoice: Invoice, step: string): Promise<void> {
  await withdrawMessage(ctx, stepKey(invoice.id, step));
  await forgetReminder(ctx, invoice, step);
  await recordReminded(ctx, invoice, 'failed');
  await announce(ctx, invoice.business_id, { topic: 'messages', invoiceId: invoice.id });
}
