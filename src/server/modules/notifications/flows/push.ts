import * as z from 'zod/mini';
import { pushSubscription } from '#contract/push.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { deleteSubscription, subscriptionPlace } from '../commands/push.ts';
import { ERASED, openContent, type SealedContent } from '../commands/sealed-content.ts';
import { activeSubscriptions } from '../queries/push.ts';
import { sendOnce, type SendOutcome } from './send-once.ts';

/** Sends one push notification. Fails when the session ended or the subscription was revoked. */
export const deliverPush = (
  scope: SystemScope,
  { key, to, ...sealed }: { key: string; to: string } & SealedContent,
): Promise<void> =>
  sendOnce(scope, key, async (): Promise<SendOutcome> => {
    const subscription = await subscriptionOf(scope, key, to);
    if (!subscription) return { state: 'failed', reason: 'The browser is signed out' };
    const opened = await openContent(scope, { key, ...sealed });
    if (!opened) return ERASED;
    const sent = await scope.ports.pusher.send(subscription, JSON.stringify(opened.content));
    if (sent.ok) return { state: 'sent' };
    if (sent.gone) await scope.transactAsSystem((ctx) => deleteSubscription(ctx, to));
    return { state: sent.retry ? 'queued' : 'failed', reason: sent.reason };
  });

async function subscriptionOf(scope: SystemScope, key: string, id: string) {
  const message = await scope.db
    .selectFrom('messages')
    .select('business_id')
    .where('key', '=', key)
    .executeTakeFirst();
  const businessId = message?.business_id;
  if (!businessId) return null;
  const browsers = await activeSubscriptions(scope.db, businessId, scope.now);
  const row = browsers.find((browser) => browser.id === id);
  if (!row) return null;
  const { subscription_sealed: sealed } = row;
  const opened = await scope.vault.open(businessId, subscriptionPlace(businessId, id, sealed), sealed);
  const { endpoint, p256dh, auth } = z.parse(storedSubscription, JSON.parse(opened));
  return { endpoint, p256dh, auth };
}

const { p256dh, auth } = pushSubscription.shape.keys.shape;
const storedSubscription = z.object({ endpoint: pushSubscription.shape.endpoint, p256dh, auth });
