import { type Limit } from '#server/config/limits.ts';
import type { WhatsAppEvent } from '#server/kernel/ports/messaging.ts';
import { mayUse } from '#server/kernel/rate-limits.ts';
import type { SystemCtx, SystemScope } from '#server/kernel/scope.ts';
import type { Reply } from '../replies.ts';

export type Person = { contact: string; number: string | null };
export type IncomingContent = (WhatsAppEvent & { about: 'message' })['content'];

/** The answer is still being made: the message is taken up again soon. */
export const LATER = 'later';

/** Replies, or a function that also has effects, run in the transaction that stores the replies. */
export type Answer = Reply[] | ((ctx: SystemCtx) => Promise<Reply[]>) | typeof LATER;

/** Counts one use of a limit of somebody who is no owner; false beyond it. */
export const withinLimit = (
  { db, now }: SystemScope,
  name: string,
  limit: Limit,
  { contact }: Person,
): Promise<boolean> => mayUse(db, name, limit, contact, now);
