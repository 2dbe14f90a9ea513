import type { SystemScope } from '#server/kernel/scope.ts';
import { claimMessage } from '#server/modules/notifications/commands/messages.ts';
import { sendOnce, type SendOutcome } from '#server/modules/notifications/flows/send-once.ts';
import { contactDetails, linkedBusiness } from '../queries/contacts.ts';
import type { Reply } from '../replies.ts';
import { addressOf } from '../rules.ts';
import type { InboundEvent } from '../table.ts';

/** Sends an answer, message by message in order, each at most once. Throws when the rest should be tried again. */
export async function send(
  scope: SystemScope,
  inbound: InboundEvent,
  replies: readonly Reply[],
): Promise<void> {
  const contact = inbound.contact ?? '';
  const to = addressOf(await contactDetails(scope.db, contact));
  const phone = await linkedBusiness(scope.db, contact);
  for (const [at, reply] of replies.entries()) {
    const key = `bot:${inbound.id}:${at}`;
    const about = phone ? { about: { businessId: phone.business_id } } : {};
    await scope.transactAsSystem((ctx) =>
      claimMessage(ctx, { key, to, channel: 'whatsapp', kind: 'bot', ...about }),
    );
    await sendOnce(scope, key, () => attempt(scope, to, reply));
  }
}

async function attempt(scope: SystemScope, to: string, message: Reply): Promise<SendOutcome> {
  const { whatsapp } = scope.ports;
  if (!whatsapp) return { state: 'failed', reason: 'WhatsApp is not set up' };
  const sent = await whatsapp.send(to, message);
  if (sent.ok === true) return { state: 'sent', providerId: sent.id };
  if (sent.ok === 'unknown') return { state: 'unknown', reason: sent.reason };
  return { state: sent.retry ? 'queued' : 'failed', reason: sent.reason };
}
