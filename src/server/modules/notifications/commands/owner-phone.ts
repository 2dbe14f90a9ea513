import type { SystemCtx } from '#server/kernel/scope.ts';
import { isOpen, linkedPhone } from '../queries/whatsapp.ts';
import type { Facts } from '../rules.ts';
import { type PushLetter, pushText } from '../rules/push.ts';
import { whatsappContentOf } from '../rules/whatsapp.ts';
import { withoutLinks } from '../wording/text.ts';
import { type NewWhatsApp, notifyByWhatsApp } from './whatsapp.ts';

type News<L extends PushLetter> = { key: string; letter: L; facts: Facts[L]; url: string };

/**
 * Sends a notification to the owner's linked phone. Without a template it is sent only while the chat is
 * open.
 */
export async function notifyPhone<L extends PushLetter>(
  ctx: SystemCtx,
  businessId: string,
  { key, letter, facts, url }: News<L>,
): Promise<void> {
  if (!ctx.sendsWhatsApp) return;
  const phone = await linkedPhone(ctx.tx, businessId);
  if (!phone) return;
  const to = phone.number ?? phone.contact;
  const content = writers[letter]?.(facts) ?? inWords(pushText(letter, facts), url);
  if (content.templates.length === 0 && !(await isOpen(ctx.tx, to, ctx.now))) return;
  await notifyByWhatsApp(ctx, { key: `${key}:whatsapp`, kind: letter, to, about: { businessId }, content });
}

/** Unlinks a business's phone and revokes its link code; null when there was no phone. */
export async function takePhoneAway(
  ctx: SystemCtx,
  businessId: string,
): Promise<{ number: string | null } | null> {
  await ctx.tx.deleteFrom('whatsapp_codes').where('business_id', '=', businessId).execute();
  const taken = await ctx.tx
    .deleteFrom('whatsapp_owners')
    .where('business_id', '=', businessId)
    .returning('number')
    .executeTakeFirst();
  return taken ?? null;
}

type Content = NewWhatsApp['content'];

const writers: { [L in PushLetter]?: (facts: Facts[L]) => Content } = {
  paymentReceived: (facts) => whatsappContentOf('paymentReceived', facts),
};

const inWords = ({ title, body }: { title: string; body: string }, url: string): Content => ({
  text: { kind: 'text', body: `*${withoutLinks(title)}*\n${withoutLinks(body)}\n${url}` },
  templates: [],
});
