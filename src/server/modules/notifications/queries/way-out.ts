import type { Db } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { wantedWays } from '../queries.ts';
import { readWayOut, type WayOut } from '../rules/way-out.ts';
import { isStopped } from './whatsapp.ts';

export type { WayOut };

/** What the address of a way out ends; null for one that is not ours. */
export const wayOutOf = (scope: Pick<SystemScope, 'sealer'>, token: string): WayOut | null =>
  readWayOut(scope.sealer, token);

/** Whether what a way out ends has ended. */
export async function hasEnded(db: Db, { purpose, businessId, address }: WayOut): Promise<boolean> {
  if (purpose === 'reminders') return isStopped(db, businessId, 'email', address);
  return !(await wantedWays(db, businessId, purpose)).email;
}
