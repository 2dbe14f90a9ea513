import type { Db } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { wantedWays } from '../queries.ts';
import { readWayOut, type WayOut } from '../rules/way-out.ts';
import { isStopped } from './whatsapp.ts';

export type { WayOut };

/** Target of an unsubscribe token; null for a forged one. */
export const wayOutOf = (scope: Pick<SystemScope, 'sealer'>, token: string): WayOut | null =>
  readWayOut(scope.sealer, token);

/** Whether the target is already unsubscribed. */
export async function hasEnded(db: Db, { purpose, businessId, address }: WayOut): Promise<boolean> {
  if (purpose === 'reminders') return isStopped(db, businessId, 'email', address);
  return !(await wantedWays(db, businessId, purpose)).email;
}
