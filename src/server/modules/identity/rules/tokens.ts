import { createHash, randomInt } from 'node:crypto';
import { plusMs } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';
import type { Config } from '#server/config/config.ts';
import type { EmailTokenRow } from '../table.ts';

/** How long the links in messages can be used. */
export const linkLifeMs: Record<EmailTokenRow['purpose'], number> = {
  verify: 24 * 60 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
  change: 24 * 60 * MINUTE_MS,
};

export const linkRefusals: Record<EmailTokenRow['purpose'], string> = {
  verify: 'This verification link is invalid or has expired',
  reset: 'This reset link is invalid or has expired',
  change: 'This verification link is invalid or has expired',
};

/** A session's last use is written at most this often. */
export const TOUCH_EVERY_MS = MINUTE_MS;

/** Six digits to be typed from an email. */
export const newEmailCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Hash stored in place of a token, so that a stolen database opens no session. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The earliest last use with which a session is still alive. */
export function idleSince(now: Date, config: Pick<Config, 'sessionIdleMs'>): Date {
  return plusMs(now, -config.sessionIdleMs);
}

/** Subject of an audit trail entry. */
export const subjectOf = (user: { id: string; business_id: string }) => ({
  userId: user.id,
  businessId: user.business_id,
});
