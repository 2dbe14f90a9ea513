import { AppError } from '#core/errors.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordConsent } from '#server/modules/consents/commands.ts';

/** Puts an address on the waitlist. Throws `already_exists` when it is there. */
export async function joinWaitlist(ctx: SystemCtx, email: string): Promise<void> {
  const added = await ctx.tx
    .insertInto('waitlist_entries')
    .values({ email, created_at: ctx.now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst();
  if (!added) throw new AppError('already_exists', 'You are already on the waitlist');
  await recordConsent(ctx, {
    businessId: '',
    subject: 'visitor',
    subjectId: email,
    purpose: 'waitlist',
    given: true,
    way: 'waitlist',
  });
}
