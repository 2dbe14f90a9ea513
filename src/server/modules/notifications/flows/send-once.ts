import { SENDING_RETRIES } from '#server/kernel/jobs.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { failAbandoned, INTERRUPTED } from '../commands/abandoned.ts';
import { notifyDeliveryFailure } from '../commands/delivery-failure.ts';
import { claimForSending, type Settled, settle } from '../commands/messages.ts';
import { abandonedMessages } from '../queries/abandoned.ts';
import { isSuppressed } from '../queries/whatsapp.ts';
import type { Message } from '../table.ts';

const SUPPRESSED_REASON = 'They asked for no more messages';

/** How an attempt ended; `queued` when another may do better, `isReturned` where it is left to the caller how it goes instead. */
export type SendOutcome = Settled & {
  state: 'sent' | 'queued' | 'failed' | 'bounced' | 'unknown';
  isReturned?: true;
};

/**
 * Sends a message that is waiting, in one process at a time. Throws when it should be tried again; resolves when it went,
 * never can, or nobody can tell.
 */
export async function sendOnce(
  scope: SystemScope,
  key: string,
  send: () => Promise<SendOutcome>,
): Promise<void> {
  await sendOrReturn(scope, key, send);
}

/** The same for a message that may be returned: false for one that is, and stays queued. */
export async function sendOrReturn(
  scope: SystemScope,
  key: string,
  send: () => Promise<SendOutcome>,
): Promise<boolean> {
  // Sooner than the job that sends it is begun again.
  const abandonedAfterMs = scope.config.abandonedAfterSeconds * 900;
  const claim = await scope.transactAsSystem((ctx) => claimForSending(ctx, key, abandonedAfterMs));
  if (claim === null) return true;
  if (claim === 'busy') throw new Error(`The message ${key} is being sent by another process`);
  const { message, lost } = claim;
  const outcome =
    lost && !mayRepeat(message)
      ? { state: 'unknown' as const, reason: INTERRUPTED }
      : ((await suppressionOf(scope, message)) ?? (await send()));
  const settled = outcome.isReturned ? outcome : finalOutcome(message, outcome);
  const { isReturned: _, ...result } = settled;
  await scope.transactAsSystem(async (ctx) => {
    const row = await settle(ctx, key, result);
    if (row && ['failed', 'bounced', 'unknown'].includes(row.state)) await notifyDeliveryFailure(ctx, row);
  });
  if (settled.isReturned) return false;
  if (settled.state === 'queued') throw new Error(`The message ${key} was not taken: ${outcome.reason}`);
  if (settled.state !== 'sent')
    scope.log.warn({ key, reason: settled.reason }, 'A message cannot be delivered');
  return true;
}

// Suppressed when the recipient opted out while the message was queued.
async function suppressionOf({ db }: SystemScope, message: Message): Promise<SendOutcome | null> {
  const { business_id: businessId, customer_id: customerId, channel, to_address: to } = message;
  const mayBeSuppressed = channel === 'whatsapp' || (channel === 'email' && !mayRepeat(message));
  if (!businessId || !customerId || channel === 'push' || !mayBeSuppressed) return null;
  return (await isSuppressed(db, businessId, channel, to))
    ? { state: 'failed', reason: SUPPRESSED_REASON }
    : null;
}

// Where no answer came another attempt may bring one, if a second copy does no harm.
function finalOutcome(message: Message, outcome: SendOutcome): SendOutcome {
  const isLast = message.attempts > SENDING_RETRIES;
  if (outcome.state === 'unknown' && mayRepeat(message) && !isLast) return { ...outcome, state: 'queued' };
  return outcome.state === 'queued' && isLast ? { ...outcome, state: 'failed' } : outcome;
}

// A repeated email has the same Message-ID, and a repeated notification takes the place of the first. Being chased
// twice is worse than not at all, and WhatsApp shows everything twice.
const mayRepeat = ({ channel, kind }: Message): boolean =>
  channel === 'push' || (channel === 'email' && kind !== 'invoiceReminder' && kind !== 'promiseDue');

/** Fails messages whose job was lost, so that none stays in progress for ever. */
export async function failAbandonedMessages(scope: SystemScope): Promise<void> {
  await eachApart(scope.log, await abandonedMessages(scope.db, scope.now), (message) =>
    scope.transactAsSystem((ctx) => failAbandoned(ctx, message)),
  );
}
