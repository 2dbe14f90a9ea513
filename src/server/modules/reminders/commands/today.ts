import { plusMs } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import { announce, type Ctx } from '#server/kernel/scope.ts';
import { forgetReminder, lookAgain, noteReminder } from '#server/modules/invoices/commands/reminded.ts';
import type { Invoice } from '#server/modules/invoices/rules.ts';
import { sendingOf } from '../queries/reminded.ts';
import { chatUrl, type Prepared, preparedMessages, waysOf } from '../queries/today.ts';
import type { ReminderStepRow, StepState } from '../table.ts';
import { queueStep, recordReminded } from './ladder.ts';
import { lockedInvoice } from './promises.ts';
import { moveStep } from './steps.ts';

type Chosen = { currency: Currency; id: string };

const UNDO_MS = 24 * 3_600_000;

/**
 * Sends a message that waits: by e-mail through the service, or by WhatsApp through its owner, who is given the link once it
 * is noted. Throws 404, or 409 when it is not wanted any more.
 */
export async function sendPrepared(
  ctx: Ctx,
  { channel, ...chosen }: Chosen & { channel: 'email' | 'whatsapp' },
): Promise<{ whatsappUrl: string | null }> {
  const { step, invoice } = await lockedStep(ctx, chosen);
  const message = await stillPrepared(ctx, chosen, step);
  if (!waysOf(message).includes(channel))
    throw new AppError('conflict', `${invoice.customer_name} cannot be written to that way`);
  const which = whichOf(step);
  if (channel === 'email') {
    await moveStep(ctx, which, ['planned'], { state: 'queued' });
    await queueStep(ctx, invoice, step.step, { way: 'email', reach: message.reach, sender: 'tap' });
  } else {
    await moveStep(ctx, which, ['planned'], { state: 'done' });
    await noteReminder(ctx, invoice, { channel: 'whatsapp', sender: 'tap', step: step.step });
  }
  await recordReminded(ctx, invoice);
  await lookAgain(ctx, invoice, ctx.now);
  return { whatsappUrl: channel === 'whatsapp' ? chatUrl(message) : null };
}

/** Undoes a one-click send by WhatsApp, or a skip, within a day. */
export async function undoPrepared(ctx: Ctx, chosen: Chosen): Promise<void> {
  const { step, invoice } = await lockedStep(ctx, chosen);
  const sending = await sendingOf(ctx.tx, whichOf(step));
  const tapped = step.state === 'done' && sending?.sender === 'tap' && sending.channel === 'whatsapp';
  const left = step.state === 'skipped' && step.why === 'by_owner';
  const fresh = step.settled_at !== null && step.settled_at > plusMs(ctx.now, -UNDO_MS);
  if (!fresh || !(tapped || left)) throw new AppError('conflict', 'This can no longer be taken back');
  if (await anotherWaits(ctx, step))
    throw new AppError('conflict', 'This can no longer be taken back: the next message waits already');
  await moveStep(ctx, whichOf(step), ['done', 'skipped'], { state: 'planned' });
  if (tapped) {
    await forgetReminder(ctx, invoice, step.step);
    await recordReminded(ctx, invoice, 'failed');
  }
  await lookAgain(ctx, invoice, ctx.now);
  await tell(ctx, invoice);
}

async function anotherWaits(ctx: Ctx, { business_id, invoice_id }: ReminderStepRow): Promise<boolean> {
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
export async function skipPrepared(ctx: Ctx, chosen: Chosen): Promise<void> {
  const { step, invoice } = await lockedStep(ctx, chosen);
  const from: StepState[] = ['planned'];
  if (!(await moveStep(ctx, whichOf(step), from, { state: 'skipped', why: 'by_owner' }))) throw gone();
  await lookAgain(ctx, invoice, ctx.now);
  await tell(ctx, invoice);
}

async function lockedStep(
  ctx: Ctx,
  { currency, id }: Chosen,
): Promise<{ step: ReminderStepRow; invoice: Invoice }> {
  const known = isId('rem', id) ? await stepById(ctx, id) : null;
  if (!known) throw notFound('message');
  const invoice = await lockedInvoice(ctx, { currency, invoiceId: known.invoice_id });
  return { step: (await stepById(ctx, id)) ?? known, invoice };
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

async function stillPrepared(ctx: Ctx, { currency, id }: Chosen, step: ReminderStepRow): Promise<Prepared> {
  const { publicUrl, now } = ctx;
  const asked = { businessId: ctx.actor.businessId, currency, now, publicUrl };
  const found = step.state === 'planned' ? await preparedMessages(ctx.tx, asked, { id }) : null;
  const [message] = found?.messages ?? [];
  if (!message) throw gone();
  return message;
}

const gone = () =>
  new AppError('conflict', 'This message is not needed any more: it was sent, paid, promised or left out');

const whichOf = (step: ReminderStepRow) => ({
  businessId: step.business_id,
  invoiceId: step.invoice_id,
  step: step.step,
});

const tell = (ctx: Ctx, { business_id, id }: Invoice): Promise<void> =>
  announce(ctx, business_id, { topic: 'invoices', invoiceId: id });
