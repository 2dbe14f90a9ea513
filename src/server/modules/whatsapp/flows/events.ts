import * as z from 'zod/mini';
import { plusMs } from '#core/dates.ts';
import { violates } from '#server/kernel/db.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import type { WhatsAppEvent } from '#server/kernel/ports/messaging.ts';
import { type SystemScope, withOrigin } from '#server/kernel/scope.ts';
import { notifyDeliveryFailure } from '#server/modules/notifications/commands/delivery-failure.ts';
import { applyStatus, claimMessage } from '#server/modules/notifications/commands/messages.ts';
import { type SendOutcome, sendOnce } from '#server/modules/notifications/flows/send-once.ts';
import {
  claimNext,
  closeStatus,
  finish,
  postpone,
  purgeEvents,
  release,
  storeAnswer,
} from '../commands/events.ts';
import { openEvent } from '../commands/sealed-content.ts';
import { jobs } from '../jobs.ts';
import { contactDetails, inboundEventById, linkedBusiness, stuckContacts } from '../queries/contacts.ts';
import { type Reply, reply, toReplies } from '../replies.ts';
import { addressOf, EVENT_RETENTION_MS } from '../rules.ts';
import type { InboundEvent } from '../table.ts';
import { failed } from '../texts.ts';
import { answerTo } from './dispatch.ts';
import { LATER } from './incoming.ts';

const MAX_ATTEMPTS = 5;
const MAX_SENDING_ATTEMPTS = 40;
/** How long to wait for the message that a status is about; WhatsApp may be faster than our own note of it. */
const STATUS_RETRY_SECONDS = [1, 5, 30, 120, 600];
const STUCK_MS = 3 * 60_000;

export const runs: Runs<typeof jobs> = {
  answer: async (job, { contact }) => {
    const scope = fromWhatsApp(job);
    const inbound = await claimNextEvent(scope, contact);
    if (!inbound) return;
    try {
      const replies = await repliesTo(scope, inbound);
      if (replies === LATER) return await scope.transactAsSystem((ctx) => postpone(ctx, inbound));
      if (replies) await send(scope, inbound, replies);
      await scope.transactAsSystem((ctx) => finish(ctx, inbound));
    } catch (error) {
      await scope.transactAsSystem((ctx) => release(ctx, inbound));
      throw error;
    }
  },
  status: async (scope, { id, tries }) => {
    const inbound = await inboundEventById(scope.db, id);
    if (!inbound || inbound.state === 'done') return;
    const event = await readEvent(scope, inbound);
    if (event.about !== 'status') return;
    await scope.transactAsSystem(async (ctx) => {
      const message = await applyStatus(ctx, { channel: 'whatsapp', providerId: event.id, ...event });
      const wait = STATUS_RETRY_SECONDS[tries];
      if (message === null && wait !== undefined)
        return ctx.enqueue(jobs.status, { id, tries: tries + 1 }, { afterSeconds: wait });
      if (message !== null && message !== 'known' && message.state === 'failed')
        await notifyDeliveryFailure(ctx, message);
      return closeStatus(ctx, id);
    });
  },
};

/** Scope with WhatsApp as the origin in the audit trail. */
const fromWhatsApp = (scope: SystemScope): SystemScope =>
  withOrigin(scope, { clientAddress: '', userAgent: 'WhatsApp' });

async function claimNextEvent(scope: SystemScope, contact: string): Promise<InboundEvent | null> {
  try {
    return await scope.transactAsSystem((ctx) => claimNext(ctx, contact));
  } catch (error) {
    // Two processes at once: one message of a person at a time.
    if (violates(error, 'whatsapp_notices_claimed')) return null;
    throw error;
  }
}

/** Replies to a message, stored before any is sent; null when another process claimed it meanwhile. */
async function repliesTo(scope: SystemScope, inbound: InboundEvent): Promise<Reply[] | typeof LATER | null> {
  if (inbound.state === 'answering') {
    if (inbound.attempts > MAX_SENDING_ATTEMPTS) return [];
    return z.parse(z.array(reply), JSON.parse(await openEvent(scope, inbound)));
  }
  const answer =
    inbound.attempts > MAX_ATTEMPTS
      ? failureReply(scope)
      : await answerTo(scope, inbound, await readEvent(scope, inbound));
  if (answer === LATER) return LATER;
  return scope.transactAsSystem(async (ctx) => {
    const replies = typeof answer === 'function' ? await answer(ctx) : answer;
    if (await storeAnswer(ctx, inbound, replies)) return replies;
    throw new Error(`The message ${inbound.id} was taken on by another process`);
  });
}

const failureReply = (scope: SystemScope): Reply[] => toReplies(failed, { address: scope.publicUrl() });

const readEvent = async (scope: SystemScope, inbound: InboundEvent): Promise<WhatsAppEvent> =>
  JSON.parse(await openEvent(scope, inbound), (key, value) => (key === 'at' ? new Date(value) : value));

/** Re-enqueues messages of lost jobs. */
export async function requeueStuckMessages(scope: SystemScope): Promise<void> {
  const contacts = await stuckContacts(scope.db, plusMs(scope.now, -STUCK_MS));
  if (contacts.length > 0)
    await scope.transactAsSystem(async (ctx) => {
      for (const contact of contacts) ctx.enqueue(jobs.answer, { contact });
    });
}

/** Purges answered events past their retention. */
export const purgeAnsweredEvents = (scope: SystemScope): Promise<void> =>
  scope.transactAsSystem((ctx) => purgeEvents(ctx, plusMs(scope.now, -EVENT_RETENTION_MS)));

/** Sends an answer, message by message in order, each at most once. Throws when the rest should be tried again. */
async function send(scope: SystemScope, inbound: InboundEvent, replies: readonly Reply[]): Promise<void> {
  const contact = inbound.contact ?? '';
  const to = addressOf(await contactDetails(scope.db, contact));
  const phone = await linkedBusiness(scope.db, contact);
  for (const [at, reply] of replies.entries()) {
    const key = `bot:${inbound.id}:${at}`;
    const about = phone ? { about: { businessId: phone.business_id } } : {};
    await scope.transactAsSystem((ctx) =>
      claimMessage(ctx, { key, to, channel: 'whatsapp', kind: 'bot', ...about }),
    );
    await sendOnce(scope, key, () => attempt(scope, to, reply));
  }
}

async function attempt(scope: SystemScope, to: string, message: Reply): Promise<SendOutcome> {
  const { whatsapp } = scope.ports;
  if (!whatsapp) return { state: 'failed', reason: 'WhatsApp is not set up' };
  const sent = await whatsapp.send(to, message);
  if (sent.ok === true) return { state: 'sent', providerId: sent.id };
  if (sent.ok === 'unknown') return { state: 'unknown', reason: sent.reason };
  return { state: sent.retry ? 'queued' : 'failed', reason: sent.reason };
}
