import type { WhatsAppMessage } from '#server/kernel/ports/messaging.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import { type About, claimMessage, claimMessages } from './messages.ts';
import { sealContent } from './sealed-content.ts';

type Text = Extract<WhatsAppMessage, { kind: 'text' }>;
type Template = Omit<Extract<WhatsAppMessage, { kind: 'template' }>, 'document'>;

/** A message by WhatsApp. `to`: international digits; the templates are for whoever did not write within 24 hours. */
export type NewWhatsApp = {
  key: string;
  kind: string;
  to: string;
  about?: About;
  content: { text: Text; templates: Template[] };
};

/** Has a message sent by WhatsApp once the transaction has happened. False when its key is known. */
export async function notifyByWhatsApp(
  ctx: SystemCtx,
  { content, ...message }: NewWhatsApp,
): Promise<boolean> {
  if (!(await claimMessage(ctx, { ...message, channel: 'whatsapp' }))) return false;
  const { key, to } = message;
  ctx.enqueue(jobs.whatsapp, { key, to, ...(await sealContent(ctx, message, content)) });
  return true;
}

/** The same for several about businesses, by the statements of one. */
export async function notifyAllByWhatsApp(
  ctx: SystemCtx,
  messages: readonly (NewWhatsApp & { about: About })[],
): Promise<void> {
  const claimed = await claimMessages(
    ctx,
    messages.map((message) => ({ ...message, channel: 'whatsapp' as const })),
  );
  for (const { key, to, about, content } of claimed)
    ctx.enqueue(jobs.whatsapp, { key, to, ...(await sealContent(ctx, { key, about }, content)) });
}
