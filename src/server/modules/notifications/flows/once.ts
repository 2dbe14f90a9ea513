import { SENDING_RETRIES } from '#server/kernel/jobs.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { DIED } from '../commands/abandoned.ts';
import { tellOfFailure } from '../commands/failed.ts';
import { settle, type Settled, takeOn } from '../commands/messages.ts';
import { isStopped } from '../queries/whatsapp.ts';
import type { Message } from '../table.ts';

const STOPPED = 'They asked for no more messages';

/** How an attempt ended; `queued` when another may do better. */
export type Ended = Settled & { state: 'sent' | 'queued' | 'failed' | 'bounced' | 'unknown' };

/**
 * Sends a message that is waiting, in one process at a time. Throws when it should be tried again; resolves when it went,
 * never can, or nobody can tell.
 */
export async function sendOnce(scope: SystemScope, key: string, send: () => Promise<Ended>): Promise<void> {
  // Sooner than the job that sends it is begun again.
  const abandonedAfterMs = scope.config.abandonedAfterSeconds * 900;
  const taken = await scope.transactAsSystem((ctx) => takeOn(ctx, key, abandonedAfterMs));
  if (taken === null) return;
  if (taken === 'busy') throw new Error(`The message ${key} is being sent by another process`);
  const { message, lost } = taken;
  const ended =
    lost && !mayRepeat(message)
      ? { state: 'unknown' as const, reason: DIED }
      : ((await refusalOf(scope, message)) ?? (await send()));
  const settled = settledAs(message, ended);
  await scope.transactAsSystem(async (ctx) => {
    const row = await settle(ctx, key, settled);
    if (row && ['failed', 'bounced', 'unknown'].includes(row.state)) await tellOfFailure(ctx, row);
  });
  if (settled.state === 'queued') throw new Error(`The message ${key} was not taken: ${ended.reason}`);
  if (settled.state !== 'sent')
    scope.log.warn({ key, reason: settled.reason }, 'A message cannot be delivered');
}

// Suppressed when the recipient opted out while the message was queued.
async function refusalOf({ db }: SystemScope, message: Message): Promise<Ended | null> {
  const { business_id: businessId, customer_id: customerId, channel, to_address: to } = message;
  const mayBeStopped = channel === 'whatsapp' || (channel === 'email' && !mayRepeat(message));
  if (!businessId || !customerId || channel === 'push' || !mayBeStopped) return null;
  return (await isStopped(db, businessId, channel, to)) ? { state: 'failed', reason: STOPPED } : null;
}

// Where no answer came another attempt may bring one, if a second copy does no harm.
function settledAs(message: Message, ended: Ended): Ended {
  const isLast = message.attempts > SENDING_RETRIES;
  if (ended.state === 'unknown' && mayRepeat(message) && !isLast) return { ...ended, state: 'queued' };
  return ended.state === 'queued' && isLast ? { ...ended, state: 'failed' } : ended;
}

// A repeated e-mail has the same Message-ID, and a repeated notification takes the place of the first. Being chased
// twice is worse than not at all, and WhatsApp shows everything twice.
const mayRepeat = ({ channel, kind }: Message): boolean =>
  channel === 'push' || (channel === 'email' && kind !== 'invoiceReminder' && kind !== 'promiseDue');
