import * as z from 'zod/mini';
import type { WhatsAppFile, WhatsAppMessage, WhatsAppRefusal } from '#server/ports/messaging.ts';
import type { SystemScope } from '#server/scope.ts';
import { claimMessage } from '../commands/messages.ts';
import type { NewWhatsApp } from '../commands/whatsapp.ts';
import { isOpen } from '../queries/whatsapp.ts';
import { sealingPlace } from '../rules.ts';
import { takesFile } from '../rules/whatsapp.ts';
import { type Ended, sendOnce } from './once.ts';

const text = z.object({ kind: z.literal('text'), body: z.string() });
const template = z.object({
  kind: z.literal('template'),
  name: z.string(),
  language: z.string(),
  body: z.array(z.string()),
  urlSuffix: z.optional(z.string()),
});

/** What is said in a chat that is open, and the template for one that is not. */
export const whatsappContent = z.object({ text, template: z.nullable(template) });
type Content = z.output<typeof whatsappContent>;

export async function deliverWhatsApp(
  scope: SystemScope,
  { key, to, sealed }: { key: string; to: string; sealed: string },
): Promise<void> {
  const content = z.parse(whatsappContent, JSON.parse(scope.sealer.open(sealed, sealingPlace(key))));
  await deliver(scope, { key, to }, content, null);
}

/** As `sendLetter`, by WhatsApp: once per key, with a file where there is one. */
export async function sendWhatsApp(
  scope: SystemScope,
  { content, ...message }: NewWhatsApp,
  file: WhatsAppFile | null,
): Promise<void> {
  await scope.transactAsSystem((ctx) => claimMessage(ctx, { ...message, channel: 'whatsapp' }));
  await deliver(scope, message, content, file);
}

const deliver = (
  scope: SystemScope,
  { key, to }: { key: string; to: string },
  content: Content,
  file: WhatsAppFile | null,
): Promise<void> =>
  sendOnce(scope, key, async () => {
    const { whatsapp } = scope.ports;
    if (!whatsapp) return { state: 'failed', reason: 'WhatsApp is not set up' };
    const open = await isOpen(scope.db, to, scope.now);
    const said = await send(scope, to, open ? whole(content, file) : closed(content, file));
    // The chat closed meanwhile: a template still goes.
    return said === 'closed' ? again(await send(scope, to, closed(content, file))) : said;
  });

async function send(
  scope: SystemScope,
  to: string,
  message: WhatsAppMessage | null,
): Promise<Ended | 'closed'> {
  if (!message || !scope.ports.whatsapp)
    return { state: 'failed', reason: 'There is no approved message for a chat that is not open' };
  const sent = await scope.ports.whatsapp.send(to, message);
  if (sent.ok === true) return { state: 'sent', providerId: sent.id };
  if (sent.ok === 'unknown') return { state: 'unknown', reason: sent.reason };
  if (sent.why === 'closed' && message.kind !== 'template') return 'closed';
  return { state: sent.retry ? 'queued' : stateAfter(sent.why), reason: sent.reason };
}

const stateAfter = (why: WhatsAppRefusal): 'bounced' | 'failed' =>
  why === 'unreachable' ? 'bounced' : 'failed';

const again = (ended: Ended | 'closed'): Ended =>
  ended === 'closed' ? { state: 'failed', reason: 'The chat is not open' } : ended;

const whole = ({ text }: Content, file: WhatsAppFile | null): WhatsAppMessage =>
  file ? { kind: 'document', file, caption: text.body } : text;

const closed = ({ template }: Content, file: WhatsAppFile | null): WhatsAppMessage | null =>
  template && { ...template, ...(file && takesFile(template.name) ? { document: file } : {}) };
