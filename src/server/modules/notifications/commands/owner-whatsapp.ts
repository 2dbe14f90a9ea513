import type { SystemCtx } from '#server/kernel/scope.ts';
import { withoutLinks } from '../locales/text.ts';
import { isOpen, linkedPhone } from '../queries/whatsapp.ts';
import type { Facts } from '../rules/email.ts';
import { type PushTemplate, pushText } from '../rules/push.ts';
import { whatsappContentOf } from '../rules/whatsapp.ts';
import { type NewWhatsApp, notifyByWhatsApp } from './whatsapp.ts';

type OwnerNews<L extends PushTemplate> = { key: string; template: L; facts: Facts[L]; url: string };

/**
 * Sends a notification to the owner's linked phone. Without a template it is sent only while the chat is
 * open.
 */
export async function notifyPhone<L extends PushTemplate>(
  ctx: SystemCtx,
  businessId: string,
  { key, template, facts, url }: OwnerNews<L>,
): Promise<void> {
  if (!ctx.sendsWhatsApp) return;
  const phone = await linkedPhone(ctx.tx, businessId);
  if (!phone) return;
  const to = phone.number ?? phone.contact;
  const content = templateContent[template]?.(facts) ?? plainContent(pushText(template, facts), url);
  if (content.templates.length === 0 && !(await isOpen(ctx.tx, to, ctx.now))) return;
  await notifyByWhatsApp(ctx, { key: `${key}:whatsapp`, kind: template, to, about: { businessId }, content });
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
