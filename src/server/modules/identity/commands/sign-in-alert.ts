import { dateIn } from '#core/dates.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import type { UserRow } from '../table.ts';

/** Notifies an owner, once a day, of throttled sign-ins. */
export function notifySignInsThrottled(ctx: SystemCtx, owner: UserRow): Promise<void> {
  return notify(ctx, {
    key: `sign-ins-slowed:${owner.id}:${dateIn(ctx.now)}`,
    to: owner.email,
    template: 'signInsSlowed',
    facts: { firstName: owner.first_name },
  });
}
