import type { SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import { invoiceAttachment, invoiceFacts } from '#server/modules/invoices/flows.ts';
import { aboutInvoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { isQueued } from '#server/modules/notifications/commands/cancel.ts';
import { sendEmail } from '#server/modules/notifications/flows/email.ts';
import { tryWhatsApp } from '#server/modules/notifications/flows/whatsapp.ts';
import { isSuppressed } from '#server/modules/notifications/queries/whatsapp.ts';
import { whatsappContentOf } from '#server/modules/notifications/rules/whatsapp.ts';
import { cancelStep, rerouteStep, returnToOwner } from '../commands/queue.ts';
import { moveStep } from '../commands/steps.ts';
import { jobs } from '../jobs.ts';
import { type DunningContext, type InvoiceKey, loadDunningContext } from '../queries/dunning-context.ts';
import { partPromised } from '../queries/promises.ts';
import { type Sending, sendingOf } from '../queries/sent-reminder.ts';
import { isPromiseStep } from '../rules/plan.ts';
import { allowedFrom } from '../rules/sending-hours.ts';
import { stepMessageKey, stepTemplate } from '../rules/step-template.ts';
import type { ReminderStepRow, SkipReason } from '../table.ts';

type Payload = InvoiceKey & { step: string };

/** Sends a step that was queued, unless it is not wanted any more: it was paid, promised or stopped meanwhile. */
export async function sendStep(scope: SystemScope, payload: Payload): Promise<void> {
  const delivery = await scope.transactAsSystem((ctx) => claimStep(ctx, payload));
  if (!delivery) return;
  const isOver = await deliver(scope, delivery);
  await scope.transactAsSystem(async (ctx) => {
    if (isOver) await moveStep(ctx, payload, ['queued'], { state: 'done' });
    else await rerouteStep(ctx, delivery.context, payload.step);
  });
}

type StepDelivery = { context: DunningContext; row: ReminderStepRow; sending: Sending };

async function claimStep(ctx: SystemCtx, payload: Payload): Promise<StepDelivery | null> {
  const context = await loadDunningContext(ctx.tx, payload, ctx.now);
  const row = context?.steps.find(({ step, state }) => step === payload.step && state === 'queued');
  const sending = await sendingOf(ctx.tx, payload);
  if (!context || !row || !sending) return null;
  const delivery = { context, row, sending };
  // Once sending has begun, only its outcome is open.
  if (!(await isQueued(ctx, stepMessageKey(payload.invoiceId, payload.step), payload.businessId)))
    return delivery;
  const unwanted = await cancelReason(ctx, delivery);
  if (unwanted) {
    await cancelStep(ctx, context.invoice, payload.step, unwanted);
    return null;
  }
  if (isForOwner(delivery)) {
    await returnToOwner(ctx, context.invoice, payload.step);
    return null;
  }
  return (await deferToAllowedHours(ctx, delivery, payload)) ? null : delivery;
}

// The owner meanwhile chose to send by hand, or disabled this channel.
const isForOwner = ({ context: { schedule }, sending: { sender, channel } }: StepDelivery): boolean =>
  sender === 'ladder' && schedule.mode !== 'off' && (schedule.mode === 'prepare' || !schedule[channel]);

async function cancelReason(
  ctx: SystemCtx,
  { context, row, sending }: StepDelivery,
): Promise<SkipReason | null> {
  const { invoice, progress, schedule } = context;
  if (!isActive(invoice)) return 'deleted';
  if (invoice.paid_at) return 'paid';
  if (await isSuppressed(ctx.tx, invoice.business_id, sending.channel, sending.address)) return 'stopped';
  if (progress.covered) return 'covered';
  if (progress.claimedUntil) return 'claimed';
  if (progress.chargingUntil) return 'charging';
  if (sending.sender === 'tap') return null;
  if (schedule.mode === 'off') return 'off';
  if (progress.off) return 'switched_off';
  if (progress.promise && !isPromiseStep(row.step)) return 'promised';
  return progress.partlyPaid ? 'partly_paid' : null;
}

// A mail server that was down may be up again in the night.
async function deferToAllowedHours(
  ctx: SystemCtx,
  { context, sending }: StepDelivery,
  payload: Payload,
): Promise<boolean> {
  const at = allowedFrom(ctx.now, context.schedule);
  if (sending.sender === 'tap' || at <= ctx.now) return false;
  const afterSeconds = Math.ceil((at.getTime() - ctx.now.getTime()) / 1000);
  ctx.enqueue(jobs.send, payload, { afterSeconds });
  return true;
}

/** False where WhatsApp takes no such message yet. */
async function deliver(scope: SystemScope, { context, row, sending }: StepDelivery): Promise<boolean> {
  const { invoice, schedule, language } = context;
  const message = {
    key: stepMessageKey(invoice.id, row.step),
    to: sending.address,
    about: aboutInvoice(invoice),
  };
  const options = { now: scope.now, zone: schedule.zone, language };
  const step = { ...row, partPromised: await partPromised(scope.db, invoice, row) };
  const { template, facts } = stepTemplate(step, await invoiceFacts(scope, invoice), options);
  if (sending.channel === 'email') {
    await sendEmail(scope, { ...message, template, facts }, [await invoiceAttachment(scope, invoice)]);
    return true;
  }
  const content = whatsappContentOf(template, facts);
  return tryWhatsApp(scope, { ...message, kind: template, content });
}
