import type { SystemCtx } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import type { Bounce } from '../rules/bounce.ts';
import { tellOfFailure } from './failed.ts';
import { hearOf } from './messages.ts';

const AGAIN_AFTER_SECONDS = 60;

/**
 * Records a bounce and notifies the business. An unknown message is retried once: the report can arrive
 * before the message is marked as sent.
 */
export async function noteBounce(
  ctx: SystemCtx,
  bounce: Bounce,
  { again }: { again: boolean },
): Promise<'noted' | 'known' | 'unknown'> {
  for (const providerId of bounce.messageIds) {
    const { state, reason } = bounce;
    const heard = await hearOf(ctx, { channel: 'email', providerId, state, reason });
    if (heard === 'known') return 'known';
    if (!heard) continue;
    await tellOfFailure(ctx, heard);
    return 'noted';
  }
  if (again) await ctx.enqueue(jobs.bounce, bounce, { afterSeconds: AGAIN_AFTER_SECONDS });
  return 'unknown';
}
