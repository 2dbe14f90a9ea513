import type { Mail } from '#server/kernel/ports/messaging.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import { wantedChannels } from '../queries/preferences.ts';
import type { EmailTemplateName, NewMail, QueuedEmail } from '../rules/email.ts';
import { type PushTemplate, pushText } from '../rules/push.ts';
import { unsubscribeUrlFor } from '../rules/unsubscribe.ts';
import type { NotificationEvent } from '../table.ts';
import { type About, claimMessage, claimMessages } from './messages.ts';
import { notifyPhone } from './owner-whatsapp.ts';
import { notifyBrowsers } from './push.ts';
import { sealContent } from './sealed-content.ts';

/** An email with its subject records, and an unsubscribe URL where the template has none. */
export type AddressedMail<L extends EmailTemplateName> = NewMail<L> & {
  about?: About;
} & Pick<Mail, 'unsubscribeUrl'>;

/**
 * Enqueues an email in the transaction. Idempotent by key; nothing is sent to '', the address of customers
 * without one.
 */
export async function notify<L extends EmailTemplateName>(
  ctx: SystemCtx,
  mail: AddressedMail<L>,
): Promise<void> {
  if (mail.to === '') return;
  if (!(await claimEmail(ctx, mail))) return;
  const { key, to, about, template, facts, unsubscribeUrl } = mail;
  const content: QueuedEmail = { template, facts, unsubscribeUrl };
  ctx.enqueue(jobs.mail, { key, to, ...(await sealContent(ctx, { key, about }, content)) });
}

/** Claims an email's key for jobs that send it with an attachment. False when the key is known. */
export const claimEmail = (
  ctx: SystemCtx,
  { key, to, template, about }: { key: string; to: string; template: EmailTemplateName; about?: About },
): Promise<boolean> =>
  claimMessage(ctx, { key, to, channel: 'email', kind: template, ...(about ? { about } : {}) });

/** Page of the app for each notification event. */
const eventPages: Record<NotificationEvent, string> = {
  payment_received: '/dashboard/payments',
  payment_refunded: '/dashboard/payments',
  withdrawal_finished: '/dashboard/withdrawal',
  invoice_overdue: '/dashboard/invoices?status=overdue',
  quote_answered: '/dashboard/quotes',
  message_failed: '/dashboard/invoices',
  weekly_summary: '/dashboard/analytics',
};

/**
 * Notifies an owner by the channels they enabled. Security messages use `notify`, which cannot be switched
 * off.
 */
export const notifyOwner = <L extends PushTemplate>(
  ctx: SystemCtx,
  about: OwnerEvent,
  mail: NewMail<L>,
): Promise<void> => notifyOwnerOfAll(ctx, about, [mail]);

type OwnerEvent = {
  businessId: string;
  event: NotificationEvent;
  /** Queues the email in place of the usual one, where a file goes along. */
  mail?: () => Promise<void>;
};

/** The same of several events of one kind: a message for each, by the statements of one. */
export async function notifyOwnerOfAll<L extends PushTemplate>(
  ctx: SystemCtx,
  { businessId, event, mail }: OwnerEvent,
  mails: readonly NewMail<L>[],
): Promise<void> {
  const channels = await wantedChannels(ctx.tx, businessId, event);
  const url = eventPages[event];
  const pushes = mails.map(({ key, template, facts }) => ({
    key,
    kind: template,
    payload: { ...pushText(template, facts), url, tag: key },
  }));
  await Promise.all([
    channels.email && (mail ? mail() : mailOwner(ctx, { businessId, event }, mails)),
    channels.push && notifyBrowsers(ctx, businessId, pushes),
    channels.whatsapp && notifyPhone(ctx, businessId, { mails, url: `${ctx.publicUrl}${url}` }),
  ]);
}

async function mailOwner<L extends PushTemplate>(
  ctx: SystemCtx,
  { businessId, event }: OwnerEvent,
  mails: readonly NewMail<L>[],
): Promise<void> {
  const about = { businessId };
  const messages = mails
    .filter(({ to }) => to !== '')
    .map((mail) => ({ ...mail, channel: 'email' as const, kind: mail.template, about }));
  for (const { key, to, template, facts } of await claimMessages(ctx, messages)) {
    const unsubscribeUrl = unsubscribeUrlFor(ctx, { purpose: event, businessId, address: to });
    const content: QueuedEmail = { template, facts, unsubscribeUrl };
    ctx.enqueue(jobs.mail, { key, to, ...(await sealContent(ctx, { key, about }, content)) });
  }
}
