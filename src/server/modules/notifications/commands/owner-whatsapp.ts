import type { SystemCtx } from '#server/kernel/scope.ts';
import { withoutLinks } from '../locales/text.ts';
import { isOpen, linkedPhone } from '../queries/whatsapp.ts';
import type { Facts, NewMail } from '../rules/email.ts';
import { type PushTemplate, pushText } from '../rules/push.ts';
import { whatsappContentOf } from '../rules/whatsapp.ts';
import { type NewWhatsApp, notifyAllByWhatsApp } from './whatsapp.ts';

/**
 * Sends notifications to the owner's linked phone. Those without a template are sent only while the chat is
 * open. `url`: where they are seen in the app.
 */
export async function notifyPhone<L extends PushTemplate>(
  ctx: SystemCtx,
  businessId: string,
  { mails, url }: { mails: readonly NewMail<L>[]; url: string },
): Promise<void> {
  if (!ctx.sendsWhatsApp) return;
  const phone = await linkedPhone(ctx.tx, businessId);
  if (!phone) return;
  const to = phone.number ?? phone.contact;
  const messages = mails.map(({ key, template, facts }) => ({
    key: `${key}:whatsapp`,
    kind: template,
    to,
    about: { businessId },
    content: templateContent[template]?.(facts) ?? plainContent(pushText(template, facts), url),
  }));
  const withTemplate = messages.filter(({ content }) => content.templates.length > 0);
  const takesAll = withTemplate.length === messages.length || (await isOpen(ctx.tx, to, ctx.now));
  await notifyAllByWhatsApp(ctx, takesAll ? messages : withTemplate);
}

/** Unlinks a business's phone and revokes its link code; null when there was no phone. */
export async function deletePhoneLink(
  ctx: SystemCtx,
  businessId: string,
): Promise<{ number: string | null } | null> {
  await ctx.tx.deleteFrom('whatsapp_codes').where('business_id', '=', businessId).execute();
  const deleted = await ctx.tx
    .deleteFrom('whatsapp_owners')
    .where('business_id', '=', businessId)
    .returning('number')
    .executeTakeFirst();
  return deleted ?? null;
}

type Content = NewWhatsApp['content'];

const templateContent: { [L in PushTemplate]?: (facts: Facts[L]) => Content } = {
  paymentReceived: (facts) => whatsappContentOf('paymentReceived', facts),
};

const plainContent = ({ title, body }: { title: string; body: string }, url: string): Content => ({
  text: { kind: 'text', body: `*${withoutLinks(title)}*\n${withoutLinks(body)}\n${url}` },
  templates: [],
});
