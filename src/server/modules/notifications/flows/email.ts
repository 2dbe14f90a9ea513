import type { Runs } from '#server/kernel/jobs.ts';
import type { Attachment, Mail } from '#server/kernel/ports/messaging.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { clothBandImage } from '../cloth-band.ts';
import { recordBounce } from '../commands/bounces.ts';
import { type AddressedMail, claimEmail } from '../commands/notify.ts';
import { ERASED, openContent } from '../commands/sealed-content.ts';
import type { jobs } from '../jobs.ts';
import { type ClothBand, type EmailTemplateName, render, renderQueued } from '../rules/email.ts';
import { unsubscribeUrlFor } from '../rules/unsubscribe.ts';
import { deliverPush } from './push.ts';
import { sendOnce, type SendOutcome } from './send-once.ts';
import { deliverWhatsApp } from './whatsapp.ts';

export const runs: Runs<typeof jobs> = {
  mail: async (scope, mail) => {
    const { key, to } = mail;
    const opened = await openContent(scope, mail);
    if (!opened) return sendOnce(scope, key, async () => ERASED);
    return deliver(scope, { key, to, ...renderQueued(opened.content) });
  },
  bounce: (scope, bounce) =>
    scope.transactAsSystem(async (ctx) => void (await recordBounce(ctx, bounce, { retryUnknown: false }))),
  push: deliverPush,
  whatsapp: deliverWhatsApp,
};

/**
 * Sends a message at once, for jobs that have something to attach. Once per key, however often the job runs;
 * throws when it should be tried again, and resolves when it was sent or never can be.
 */
export async function sendEmail<L extends EmailTemplateName>(
  scope: SystemScope,
  mail: AddressedMail<L>,
  attachments: Attachment[] = [],
): Promise<void> {
  const { key, to, template } = mail;
  await scope.transactAsSystem((ctx) => claimEmail(ctx, mail));
  const facts = { ...mail.facts, ...unsubscribeLinkFor(scope, mail) };
  await deliver(scope, { key, to, ...render(template, facts), attachments });
}

const reminders: EmailTemplateName[] = ['invoiceReminder', 'promiseDue', 'certificateReminder'];

/** Unsubscribe link for reminders, per business; invoices and receipts are transactional and have none. */
function unsubscribeLinkFor(scope: SystemScope, { template, to, about }: AddressedMail<EmailTemplateName>) {
  if (!about || !reminders.includes(template)) return {};
  const { sealer } = scope;
  const { businessId } = about;
  const target = { purpose: 'reminders', businessId, address: to } as const;
  return { unsubscribeUrl: unsubscribeUrlFor({ sealer, publicUrl: scope.publicUrl() }, target) };
}

async function deliver(
  scope: SystemScope,
  { band, ...mail }: Mail & { band: ClothBand | null },
): Promise<void> {
  const message = band ? await withClothBand(mail, band) : mail;
  await sendOnce(scope, mail.key, async (): Promise<SendOutcome> => {
    const outcome = await scope.ports.mailer.send(message);
    if (outcome.ok) return { state: 'sent', providerId: outcome.id };
    const { reason, retry, bounced, unknown } = outcome;
    if (unknown) return { state: 'unknown', reason };
    return { state: retry ? 'queued' : bounced ? 'bounced' : 'failed', reason };
  });
}

const withClothBand = async (mail: Mail, band: ClothBand): Promise<Mail> => ({
  ...mail,
  attachments: [...(mail.attachments ?? []), await clothBandImage(band)],
});
