import type { SystemScope } from '#server/kernel/scope.ts';
import { claimMessage } from '#server/modules/notifications/commands/messages.ts';
import { type Ended, sendOnce } from '#server/modules/notifications/flows/once.ts';
import { ownedBy, personOf } from '../queries.ts';
import type { Reply } from '../replies.ts';
import { addressOf } from '../rules.ts';
import type { Notice } from '../table.ts';

/** Sends an answer, message by message in order, each at most once. Throws when the rest should be tried again. */
export async function send(scope: SystemScope, notice: Notice, replies: readonly Reply[]): Promise<void> {
  const contact = notice.contact ?? '';
  const to = addressOf(await personOf(scope.db, contact));
  const owned = await ownedBy(scope.db, contact);
  for (const [at, one] of replies.entries()) {
    const key = `bot:${notice.id}:${at}`;
    const about = owned ? { about: { businessId: owned.business_id } } : {};
    await scope.transactAsSystem((ctx) =>
      claimMessage(ctx, { key, to, channel: 'whatsapp', kind: 'bot', ...about }),
    );
    await sendOnce(scope, key, () => attempt(scope, to, one));
  }
}

async function attempt(scope: SystemScope, to: string, message: Reply): Promise<Ended> {
  const { whatsapp } = scope.ports;
  if (!whatsapp) return { state: 'failed', reason: 'WhatsApp is not set up' };
  const sent = await whatsapp.send(to, message);
  if (sent.ok === true) return { state: 'sent', providerId: sent.id };
  if (sent.ok === 'unknown') return { state: 'unknown', reason: sent.reason };
  return { state: sent.retry ? 'queued' : 'failed', reason: sent.reason };
}
