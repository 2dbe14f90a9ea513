import * as z from 'zod/mini';
import type { Runs } from '#server/kernel/jobs.ts';
import type { Attachment, Mail } from '#server/kernel/ports/messaging.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { bandPicture } from './band.ts';
import { type AddressedMail, claimMail } from './commands.ts';
import { noteBounce } from './commands/bounces.ts';
import { ERASED, openContent } from './commands/content.ts';
import { type Ended, sendOnce } from './flows/once.ts';
import { deliverPush } from './flows/push.ts';
import { deliverWhatsApp } from './flows/whatsapp.ts';
import type { jobs } from './jobs.ts';
import { type ClothBand, type LetterName, render, rendered } from './rules.ts';
import { wayOutUrl } from './rules/way-out.ts';

export const runs: Runs<typeof jobs> = {
  mail: async (scope, mail) => {
    const { key, to } = mail;
    const opened = await openContent(scope, mail);
    if (!opened) return sendOnce(scope, key, async () => ERASED);
    return deliver(scope, { key, to, ...z.parse(rendered, opened.content) });
  },
  bounce: (scope, bounce) =>
    scope.transactAsSystem(async (ctx) => void (await noteBounce(ctx, bounce, { again: false }))),
  push: deliverPush,
  whatsapp: deliverWhatsApp,
};

/**
 * Sends a message at once, for jobs that have something to attach. Once per key, however often the job runs;
 * throws when it should be tried again, and resolves when it was sent or never can be.
 */
export async function sendLetter<L extends LetterName>(
  scope: SystemScope,
  mail: AddressedMail<L>,
  attachments: Attachment[] = [],
): Promise<void> {
  const { key, to, letter } = mail;
  await scope.transactAsSystem((ctx) => claimMail(ctx, mail));
  const facts = { ...mail.facts, ...wayOutOf(scope, mail) };
  await deliver(scope, { key, to, ...render(letter, facts), attachments });
}

const reminders: LetterName[] = ['invoiceReminder', 'promiseDue'];

/** Unsubscribe link for reminders, per business; invoices and receipts are transactional and have none. */
function wayOutOf(scope: SystemScope, { letter, to, about }: AddressedMail<LetterName>) {
  if (!about || !reminders.includes(letter)) return {};
  const { sealer } = scope;
  const { businessId } = about;
  const way = { purpose: 'reminders', businessId, address: to } as const;
  return { unsubscribeUrl: wayOutUrl({ sealer, publicUrl: scope.publicUrl() }, way) };
}

async function deliver(
  scope: SystemScope,
  { band, ...mail }: Mail & { band: ClothBand | null },
): Promise<void> {
  const whole = band ? await dressed(mail, band) : mail;
  await sendOnce(scope, mail.key, async (): Promise<Ended> => {
    const outcome = await scope.ports.mailer.send(whole);
    if (outcome.ok) return { state: 'sent', providerId: outcome.id };
    const { reason, retry, bounced, unknown } = outcome;
    if (unknown) return { state: 'unknown', reason };
    return { state: retry ? 'queued' : bounced ? 'bounced' : 'failed', reason };
  });
}

const dressed = async (mail: Mail, band: ClothBand): Promise<Mail> => ({
  ...mail,
  attachments: [...(mail.attachments ?? []), await bandPicture(band)],
});
