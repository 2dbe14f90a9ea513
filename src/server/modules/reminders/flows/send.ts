import { dateIn } from '#core/dates.ts';
import type { SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import { partsOfMail } from '#server/modules/invoices/flows.ts';
import { aboutInvoice } from '#server/modules/invoices/rules.ts';
import { stillWaits } from '#server/modules/notifications/commands/withdraw.ts';
import { sendLetter } from '#server/modules/notifications/flows.ts';
import { sendWhatsApp } from '#server/modules/notifications/flows/whatsapp.ts';
import { isStopped } from '#server/modules/notifications/queries/whatsapp.ts';
import { whatsappContentOf } from '#server/modules/notifications/rules/whatsapp.ts';
import { callOff, handBack } from '../commands/ladder.ts';
import { moveStep } from '../commands/steps.ts';
import { jobs } from '../jobs.ts';
import { aboutInvoicesOf } from '../queries/about.ts';
import { type Sending, sendingOf } from '../queries/reminded.ts';
import { type Situation, situationOf, type Which } from '../queries/situation.ts';
import { allowedFrom } from '../rules/hours.ts';
import { isPromiseStep } from '../rules/plan.ts';
import { letterOf, stepKey } from '../rules/words.ts';
import type { ReminderStepRow, Why } from '../table.ts';

type Payload = Which & { step: string };

/** Sends a step that was queued, unless it is not wanted any more: it was paid, promised or stopped meanwhile. */
export async function sendStep(scope: SystemScope, payload: Payload): Promise<void> {
  const going = await scope.transactAsSystem((ctx) => takeStep(ctx, payload));
  if (!going) return;
  await deliver(scope, going);
  await scope.transactAsSystem((ctx) => moveStep(ctx, payload, ['queued'], { state: 'done' }));
}

type Going = { situation: Situation; row: ReminderStepRow; sending: Sending };

async function takeStep(ctx: SystemCtx, payload: Payload): Promise<Going | null> {
  const situation = await situationOf(ctx.tx, payload, ctx.now);
  const row = situation?.steps.find(({ step, state }) => step === payload.step && state === 'queued');
  const sending = await sendingOf(ctx.tx, payload);
  if (!situation || !row || !sending) return null;
  const going = { situation, row, sending };
  // Once sending has begun, only its outcome is open.
  if (!(await stillWaits(ctx, stepKey(payload.invoiceId, payload.step)))) return going;
  const unwanted = await whyNot(ctx, going);
  if (unwanted) {
    await callOff(ctx, situation.invoice, payload.step, unwanted);
    return null;
  }
  if (isForTap(going)) {
    await handBack(ctx, situation.invoice, payload.step);
    return null;
  }
  return (await waitForHours(ctx, going, payload)) ? null : going;
}

// The owner meanwhile chose to send by hand, or disabled this channel.
const isForTap = ({ situation: { ladder }, sending: { sender, channel } }: Going): boolean =>
  sender === 'ladder' && ladder.mode !== 'off' && (ladder.mode === 'prepare' || !ladder[channel]);

async function whyNot(ctx: SystemCtx, { situation, row, sending }: Going): Promise<Why | null> {
  const { invoice, standing, ladder } = situation;
  if (invoice.deleted_at) return 'deleted';
  if (invoice.paid_at) return 'paid';
  if (await isStopped(ctx.tx, invoice.business_id, sending.channel, sending.address)) return 'stopped';
  if (sending.sender === 'tap') return null;
  if (ladder.mode === 'off') return 'off';
  if (standing.off) return 'switched_off';
  if (standing.promise && !isPromiseStep(row.step)) return 'promised';
  return standing.partlyPaid ? 'partly_paid' : null;
}

// A mail server that was down may be up again in the night.
async function waitForHours(
  ctx: SystemCtx,
  { situation, sending }: Going,
  payload: Payload,
): Promise<boolean> {
  const at = allowedFrom(ctx.now, situation.ladder);
  if (sending.sender === 'tap' || at <= ctx.now) return false;
  const afterSeconds = Math.ceil((at.getTime() - ctx.now.getTime()) / 1000);
  await ctx.enqueue(jobs.send, payload, { afterSeconds });
  return true;
}

async function deliver(scope: SystemScope, { situation, row, sending }: Going): Promise<void> {
  const { invoice, ladder, language } = situation;
  const message = { key: stepKey(invoice.id, row.step), to: sending.address, about: aboutInvoice(invoice) };
  const words = { today: dateIn(scope.now, ladder.zone), language };
  if (sending.channel === 'email') {
    const { facts, attachment } = await partsOfMail(scope, invoice);
    return sendLetter(scope, { ...message, ...letterOf(row, facts, words) }, [attachment]);
  }
  const about = await aboutInvoicesOf(scope.db, invoice.business_id, {
    publicUrl: scope.publicUrl(),
  });
  const { letter, facts } = letterOf(row, about(invoice), words);
  const content = whatsappContentOf(letter, facts);
  return sendWhatsApp(scope, { ...message, kind: letter, content }, null);
}
