import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fieldError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import type { PushSubscription } from '#server/kernel/ports/messaging.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import { activeSubscriptions } from '../queries/push.ts';
import { claimMessages } from './messages.ts';
import { sealContent } from './sealed-content.ts';

/** More browsers than these nobody has; the oldest give way. */
const MAX_BROWSERS = 20;

const hashOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');
/** Where what a browser gave out is sealed to; before businesses had keys, to the business alone. */
export const subscriptionPlace = (businessId: string, id: string, sealed: string | null = null): string =>
  sealed?.startsWith('v1.')
    ? `push_subscriptions.subscription.${businessId}`
    : `push_subscriptions.subscription:${businessId}:${id}`;

/** Subscribes a browser to push notifications for its session. A browser belongs to the last subscriber. */
export async function subscribe(
  ctx: Ctx,
  subscription: PushSubscription,
  accepts: (endpoint: string) => boolean,
): Promise<void> {
  if (!accepts(subscription.endpoint)) throw fieldError('endpoint', 'This push service is not known');
  const { businessId, sessionId } = ctx.actor;
  const id = newId('psh', ctx.now);
  await sql`select release_browser(${hashOf(subscription.endpoint)})`.execute(ctx.tx);
  const newest = ctx.tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('business_id', '=', businessId)
    .orderBy('created_at', 'desc')
    .limit(MAX_BROWSERS - 1);
  await ctx.tx
    .deleteFrom('push_subscriptions')
    .where('business_id', '=', businessId)
    .where('id', 'not in', newest)
    .execute();
  await ctx.tx
    .insertInto('push_subscriptions')
    .values({
      business_id: businessId,
      id,
      session_id: sessionId,
      subscription_sealed: await ctx.vault.seal(
        businessId,
        subscriptionPlace(businessId, id),
        JSON.stringify(subscription),
      ),
      endpoint_hash: hashOf(subscription.endpoint),
      created_at: ctx.now,
    })
    .execute();
}

/** Unsubscribes a browser. */
export async function unsubscribe(ctx: Ctx, endpoint: string): Promise<void> {
  await ctx.tx
    .deleteFrom('push_subscriptions')
    .where('business_id', '=', ctx.actor.businessId)
    .where('endpoint_hash', '=', hashOf(endpoint))
    .execute();
}

/** Deletes the subscription of a browser that revoked its permission. */
export async function deleteSubscription(ctx: SystemCtx, id: string): Promise<void> {
  await ctx.tx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Push payload: `url` is the page a tap opens; notifications with the same `tag` replace each other. */
type PushPayload = { title: string; body: string; url: string; tag: string };

type PushMessage = { key: string; kind: string; payload: PushPayload };

/** Enqueues push notifications to every browser of a business, each once per key. */
export async function notifyBrowsers(
  ctx: SystemCtx,
  businessId: string,
  messages: readonly PushMessage[],
): Promise<void> {
  const about = { businessId };
  const browsers = await activeSubscriptions(ctx.tx, businessId, ctx.now);
  const toBrowsers = messages.flatMap(({ key, kind, payload }) =>
    browsers.map(({ id }) => ({
      key: `${key}:${id}`,
      channel: 'push' as const,
      kind,
      to: id,
      about,
      payload,
    })),
  );
  for (const { key, to, payload } of await claimMessages(ctx, toBrowsers))
    ctx.enqueue(jobs.push, { key, to, ...(await sealContent(ctx, { key, about }, payload)) });
}
