import * as z from 'zod/mini';
import type {
  WhatsApp,
  WhatsAppFile,
  WhatsAppMessage,
  WhatsAppRefusal,
} from '#server/kernel/ports/messaging.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { claimMessage } from '../commands/messages.ts';
import { ERASED, openContent, type SealedContent } from '../commands/sealed-content.ts';
import type { NewWhatsApp } from '../commands/whatsapp.ts';
import { isOpen } from '../queries/whatsapp.ts';
import { acceptsDocument } from '../rules/whatsapp.ts';
import { sendOnce, sendOrReturn, type SendOutcome } from './send-once.ts';

const text = z.object({ kind: z.literal('text'), body: z.string() });
const template = z.object({
  kind: z.literal('template'),
  name: z.string(),
  language: z.string(),
  body: z.array(z.string()),
  urlSuffix: z.optional(z.string()),
});

/** Text for an open chat, and templates for a closed one, of which the first approved is sent. */
const whatsappContent = z.object({ text, templates: z.array(template) });
type Content = z.output<typeof whatsappContent>;

export async function deliverWhatsApp(
  scope: SystemScope,
  { key, to, ...sealed }: { key: string; to: string } & SealedContent,
): Promise<void> {
  const opened = await openContent(scope, { key, ...sealed });
  if (opened) await deliver(scope, { key, to }, z.parse(whatsappContent, opened.content), null);
  else await sendOnce(scope, key, async () => ERASED);
}

/** Sends a WhatsApp message now, once per key, with an optional document. */
export async function sendWhatsApp(
  scope: SystemScope,
  { content, ...message }: NewWhatsApp,
  file: WhatsAppFile | null,
): Promise<void> {
  await scope.transactAsSystem((ctx) => claimMessage(ctx, { ...message, channel: 'whatsapp' }));
  await deliver(scope, message, content, file);
}

/** Sends a claimed message. False where WhatsApp has approved none of its templates: it stays queued, to go another way. */
export const tryWhatsApp = (scope: SystemScope, { content, ...message }: NewWhatsApp): Promise<boolean> =>
  deliver(scope, message, content, null, true);

const deliver = (
  scope: SystemScope,
  { key, to }: { key: string; to: string },
  content: Content,
  file: WhatsAppFile | null,
  returnsUnapproved = false,
): Promise<boolean> =>
  sendOrReturn(scope, key, async () => {
    const { whatsapp } = scope.ports;
    if (!whatsapp) return { state: 'failed', reason: 'WhatsApp is not set up' };
    const open = await isOpen(scope.db, to, scope.now);
    const templates = content.templates.map((template) => withDocument(template, file));
    const messages = open ? [fullMessage(content, file), ...templates] : templates;
    const { isUnapproved, ...outcome } = await send(whatsapp, to, messages);
    return isUnapproved && returnsUnapproved ? { ...outcome, state: 'queued', isReturned: true } : outcome;
  });

const NO_TEMPLATE: SendOutcome = {
  state: 'failed',
  reason: 'There is no approved message for a chat that is not open',
};

// A chat may close meanwhile, and a template may not be approved in every language: then the next goes.
async function send(
  whatsapp: WhatsApp,
  to: string,
  [message, ...fallbacks]: WhatsAppMessage[],
): Promise<SendOutcome & { isUnapproved?: boolean }> {
  if (!message) return NO_TEMPLATE;
  const sent = await whatsapp.send(to, message);
  if (sent.ok === true) return { state: 'sent', providerId: sent.id };
  if (sent.ok === 'unknown') return { state: 'unknown', reason: sent.reason };
  if (fallbacks.length > 0 && (sent.why === 'closed' || sent.why === 'template'))
    return send(whatsapp, to, fallbacks);
  const state = sent.retry ? 'queued' : failureState(sent.why);
  return { state, reason: sent.reason, isUnapproved: sent.why === 'template' };
}

const failureState = (why: WhatsAppRefusal): 'bounced' | 'failed' =>
  why === 'unreachable' ? 'bounced' : 'failed';

const fullMessage = ({ text }: Content, file: WhatsAppFile | null): WhatsAppMessage =>
  file ? { kind: 'document', file, caption: text.body } : text;

const withDocument = (
  template: Content['templates'][number],
  file: WhatsAppFile | null,
): WhatsAppMessage => ({
  ...template,
  ...(file && acceptsDocument(template.name) ? { document: file } : {}),
});
