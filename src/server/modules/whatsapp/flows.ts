import * as z from 'zod/mini';
import { plusMs } from '#core/dates.ts';
import { violates } from '#server/kernel/db.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import type { WhatsAppNews } from '#server/kernel/ports/messaging.ts';
import { cameFrom, type SystemScope } from '#server/kernel/scope.ts';
import { tellOfFailure } from '#server/modules/notifications/commands/failed.ts';
import { hearOf } from '#server/modules/notifications/commands/messages.ts';
import { closeStatus, finish, forgetNotices, keepAnswer, release, takeNext } from './commands.ts';
import { openNotice } from './commands/content.ts';
import { answerTo } from './flows/dispatch.ts';
import { send } from './flows/sending.ts';
import { jobs } from './jobs.ts';
import { noticeById, waitingSince } from './queries.ts';
import { type Reply, reply, say } from './replies.ts';
import { NOTICES_KEPT_MS } from './rules.ts';
import type { Notice } from './table.ts';
import { failed } from './words.ts';

const MOST_TRIES = 5;
const MOST_SENDING_TRIES = 40;
/** How long to wait for the message that a status is about; WhatsApp may be faster than our own note of it. */
const STATUS_WAITS_S = [1, 5, 30, 120, 600];
const STUCK_MS = 3 * 60_000;

export const runs: Runs<typeof jobs> = {
  answer: async (job, { contact }) => {
    const scope = fromWhatsApp(job);
    const notice = await taken(scope, contact);
    if (!notice) return;
    try {
      const replies = await repliesTo(scope, notice);
      if (replies) await send(scope, notice, replies);
      await scope.transactAsSystem((ctx) => finish(ctx, notice));
    } catch (error) {
      await scope.transactAsSystem((ctx) => release(ctx, notice));
      throw error;
    }
  },
  status: async (scope, { id, tries }) => {
    const notice = await noticeById(scope.db, id);
    if (!notice || notice.state === 'done') return;
    const news = await readNews(scope, notice);
    if (news.about !== 'status') return;
    await scope.transactAsSystem(async (ctx) => {
      const message = await hearOf(ctx, { channel: 'whatsapp', providerId: news.id, ...news });
      const wait = STATUS_WAITS_S[tries];
      if (message === null && wait !== undefined)
        return ctx.enqueue(jobs.status, { id, tries: tries + 1 }, { afterSeconds: wait });
      if (message !== null && message !== 'known' && message.state === 'failed')
        await tellOfFailure(ctx, message);
      return closeStatus(ctx, id);
    });
  },
};

/** Scope with WhatsApp as the origin in the audit trail. */
const fromWhatsApp = (scope: SystemScope): SystemScope =>
  cameFrom(scope, { clientAddress: '', userAgent: 'WhatsApp' });

async function taken(scope: SystemScope, contact: string): Promise<Notice | null> {
  try {
    return await scope.transactAsSystem((ctx) => takeNext(ctx, contact));
  } catch (error) {
    // Two processes at once: one message of a person at a time.
    if (violates(error, 'whatsapp_notices_claimed')) return null;
    throw error;
  }
}

/** Replies to a message, stored before any is sent; null when another process claimed it meanwhile. */
async function repliesTo(scope: SystemScope, notice: Notice): Promise<Reply[] | null> {
  if (notice.state === 'answering') {
    if (notice.attempts > MOST_SENDING_TRIES) return [];
    return z.parse(z.array(reply), JSON.parse(await openNotice(scope, notice)));
  }
  const answer =
    notice.attempts > MOST_TRIES
      ? sorry(scope)
      : await answerTo(scope, notice, await readNews(scope, notice));
  return scope.transactAsSystem(async (ctx) => {
    const replies = typeof answer === 'function' ? await answer(ctx) : answer;
    if (await keepAnswer(ctx, notice, replies)) return replies;
    throw new Error(`The message ${notice.id} was taken on by another process`);
  });
}

const sorry = (scope: SystemScope): Reply[] => say(failed, { address: scope.publicUrl() });

const readNews = async (scope: SystemScope, notice: Notice): Promise<WhatsAppNews> =>
  JSON.parse(await openNotice(scope, notice), (key, value) => (key === 'at' ? new Date(value) : value));

/** Re-enqueues messages of lost jobs. */
export async function sweepWhatsApp(scope: SystemScope): Promise<void> {
  const contacts = await waitingSince(scope.db, plusMs(scope.now, -STUCK_MS));
  for (const contact of contacts)
    await scope.transactAsSystem((ctx) => ctx.enqueue(jobs.answer, { contact }));
}

/** Purges answered events past their retention. */
export const forgetWhatsApp = (scope: SystemScope): Promise<void> =>
  scope.transactAsSystem((ctx) => forgetNotices(ctx, plusMs(scope.now, -NOTICES_KEPT_MS)));
