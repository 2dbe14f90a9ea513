import type { SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import type { Bounce } from '../rules/bounce.ts';
import { notifyDeliveryFailure } from './delivery-failure.ts';
import { applyStatus } from './messages.ts';

const RETRY_AFTER_SECONDS = 60;

/**
 * Records a bounce and notifies the business. An unknown message is retried once: the report can arrive
 * before the message is marked as sent.
 */
export async function recordBounce(
  ctx: SystemCtx,
  bounce: Bounce,
  { retryUnknown }: { retryUnknown: boolean },
): Promise<'noted' | 'known' | 'unknown'> {
  for (const providerId of bounce.messageIds) {
    const { state, reason } = bounce;
    const result = await applyStatus(ctx, { channel: 'email', providerId, state, reason });
    if (result === 'known') return 'known';
    if (!result) continue;
    await notifyDeliveryFailure(ctx, result);
    return 'noted';
  }
  if (retryUnknown) ctx.enqueue(jobs.bounce, bounce, { afterSeconds: RETRY_AFTER_SECONDS });
  return 'unknown';
}
