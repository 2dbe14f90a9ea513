import { plusMs } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { type Ctx, publish } from '#server/kernel/scope.ts';
import { requireRecipient } from '#server/modules/business/queries.ts';
import { lockInvoice } from '#server/modules/invoices/commands/lifecycle.ts';
import {
  deleteReminder,
  recordReminder,
  rescheduleReminder,
} from '#server/modules/invoices/commands/reminders.ts';
import { refuseHeld } from '#server/modules/invoices/queries/held-reminders.ts';
import { askedFor } from '#server/modules/invoices/queries/withholding.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { checkedWords } from '#server/modules/notifications/rules/own-words.ts';
import { channelsOf, chatUrl, type Prepared, preparedMessages } from '../queries/prepared.ts';
import { partPromised } from '../queries/promises.ts';
import { sendingOf } from '../queries/sent-reminder.ts';
import type { ReminderStepRow, StepState } from '../table.ts';
import { queueSteps, recordReminded } from './queue.ts';
import { moveStep } from './steps.ts';

type StepTarget = { currency: Currency; id: string };

const UNDO_MS = 24 * 3_600_000;

/**
 * Sends a message that waits: by email through the service, or by WhatsApp through its owner, who is given the link once it
 * is noted. Throws 404, or 409 when it is not wanted any more.
 */
export async function sendPrepared(
  ctx: Ctx,
  { channel, words, ...target }: StepTarget & { channel: 'email' | 'whatsapp'; words?: string | undefined },
): Promise<{ whatsappUrl: string | null }> {
  const { step, invoice } = await lockedStep(ctx, target);
  if (step.state === 'planned') await refuseHeld(ctx, invoice);
  const own = words === undefined ? null : checkedWords(words, await askedOf(ctx, invoice, step));
  const message = await requirePrepared(ctx, target, step, own);
  if (!channelsOf(message).includes(channel))
    throw new AppError('conflict', `${invoice.customer_name} cannot be written to that way`);
  const key = keyOf(step);
  if (channel === 'email') {
    await requireRecipient(ctx, step.business_id, message.reach.email);
    await moveStep(ctx, key, ['planned'], { state: 'queued', words: own });
    const address = message.reach.email;
    await queueSteps(ctx, [{ invoice, step: step.step, channel, address, sender: 'tap' }]);
  } else {
    await moveStep(ctx, key, ['planned'], { state: 'done' });
    await recordReminder(ctx, invoice, { channel: 'whatsapp', sender: 'tap', step: step.step });
  }
  recordReminded(ctx, invoice);
  await rescheduleReminder(ctx, invoice, ctx.now);
  return { whatsappUrl: channel === 'whatsapp' ? chatUrl(message) : null };
}

/** Undoes a one-click send by WhatsApp, or a skip, within a day. */
export async function undoPrepared(ctx: Ctx, target: StepTarget): Promise<void> {
  const { step, invoice } = await lockedStep(ctx, target);
  const sending = await sendingOf(ctx.tx, keyOf(step));
  const sentByOwner = step.state === 'done' && sending?.sender === 'tap' && sending.channel === 'whatsapp';
  const skippedByOwner = step.state === 'skipped' && step.why === 'by_owner';
  const isRecent = step.settled_at !== null && step.settled_at > plusMs(ctx.now, -UNDO_MS);
  if (!isRecent || !(sentByOwner || skippedByOwner))
    throw new AppError('conflict', 'This can no longer be taken back');
  if (await hasPendingStep(ctx, step))
    throw new AppError('conflict', 'This can no longer be taken back: the next message waits already');
  await moveStep(ctx, keyOf(step), ['done', 'skipped'], { state: 'planned' });
  // One that nobody wants any more would not come back; a message that was not sent is always told so.
  if (skippedByOwner) await requirePrepared(ctx, target, { ...step, state: 'planned' }, null);
  if (sentByOwner) {
    await deleteReminder(ctx, invoice, step.step);
    recordReminded(ctx, invoice, 'failed');
  }
  await rescheduleReminder(ctx, invoice, ctx.now);
  announceInvoice(ctx, invoice);
}

async function hasPendingStep(ctx: Ctx, { business_id, invoice_id }: ReminderStepRow): Promise<boolean> {
  const row = await ctx.tx
    .selectFrom('reminder_steps')
    .select('id')
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', invoice_id)
    .where('state', 'in', ['planned', 'queued'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Leaves a message out. Throws 404, or 409 when it does not wait any more. */
export async function skipPrepared(ctx: Ctx, target: StepTarget): Promise<void> {
  const { step, invoice } = await lockedStep(ctx, target);
  const from: StepState[] = ['planned'];
  if (!(await moveStep(ctx, keyOf(step), from, { state: 'skipped', why: 'by_owner' }))) throw notNeeded();
  await rescheduleReminder(ctx, invoice, ctx.now);
  announceInvoice(ctx, invoice);
}

async function lockedStep(
  ctx: Ctx,
  { currency, id }: StepTarget,
): Promise<{ step: ReminderStepRow; invoice: Invoice }> {
  const existing = isId('rem', id) ? await stepById(ctx, id) : null;
  if (!existing) throw notFound('message');
  const invoice = await lockInvoice(ctx, { currency, invoiceId: existing.invoice_id });
  return { step: (await stepById(ctx, id)) ?? existing, invoice };
}

async function stepById(ctx: Ctx, id: string): Promise<ReminderStepRow | null> {
  const row = await ctx.tx
    .selectFrom('reminder_steps')
    .selectAll()
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

async function requirePrepared(
  ctx: Ctx,
  { currency, id }: StepTarget,
  step: ReminderStepRow,
  words: string | null,
): Promise<Prepared> {
  const { publicUrl, now } = ctx;
  const request = { businessId: ctx.actor.businessId, currency, now, publicUrl };
  const prepared = step.state === 'planned' ? await preparedMessages(ctx.tx, request, { id, words }) : null;
  const [message] = prepared?.messages ?? [];
  if (!message) throw notNeeded();
  return message;
}

const notNeeded = () =>
  new AppError(
    'conflict',
    'This message is not needed any more. It was sent or left out, or its invoice was paid, part paid, promised or given up.',
  );

// Words may name what the message asks for and what was promised, and no other amount.
const askedOf = async (ctx: Ctx, invoice: Invoice, step: ReminderStepRow) => ({
  currency: invoice.currency,
  balance_minor: await askedFor(ctx.tx, invoice),
  promised: await partPromised(ctx.tx, invoice, step),
});

const keyOf = (step: ReminderStepRow) => ({
  businessId: step.business_id,
  invoiceId: step.invoice_id,
  step: step.step,
});

const announceInvoice = (ctx: Ctx, { business_id, id }: Invoice): void =>
  publish(ctx, business_id, { topic: 'invoices', invoiceId: id });
