import type { Db } from '#server/kernel/db.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { parseUnsubscribeToken, type UnsubscribeTarget } from '../rules/unsubscribe.ts';
import { wantedChannels } from './preferences.ts';
import { isSuppressed } from './whatsapp.ts';

export type { UnsubscribeTarget };

/** Target of an unsubscribe token; null for a forged one. */
export const unsubscribeTargetOf = (
  scope: Pick<SystemScope, 'sealer'>,
  token: string,
): UnsubscribeTarget | null => parseUnsubscribeToken(scope.sealer, token);

/** Whether the target is already unsubscribed. */
export async function isUnsubscribed(
  db: Db,
  { purpose, businessId, address }: UnsubscribeTarget,
): Promise<boolean> {
  if (purpose === 'reminders') return isSuppressed(db, businessId, 'email', address);
  return !(await wantedChannels(db, businessId, purpose)).email;
}
