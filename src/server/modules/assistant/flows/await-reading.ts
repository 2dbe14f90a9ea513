import type { ReadingFailure } from '#contract/readings.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { cancelReading } from '../commands/readings.ts';
import { readingById } from '../queries/readings.ts';
import { messageById, type MessageRow } from '../queries/threads.ts';
import type { ReadingRow } from '../table.ts';

const OWN_FAULT = 'There is nothing wrong with your photo.';

/** Why a reading failed, for its owner. */
export const failureMessages: Record<ReadingFailure, string> = {
  busy: `Our reader is busy at the moment. ${OWN_FAULT} Please try again in a minute.`,
  timeout: `Reading took too long on our side. ${OWN_FAULT} Please try again in a minute.`,
  broken: `Something went wrong on our side. ${OWN_FAULT} Please try again.`,
};

const RETRY_AFTER_SECONDS = 60;

/**
 * The answer of a reading, for a caller who waits for it; an abort stops the reading. Throws 503 where it failed, 409 where it
 * was stopped or its question is gone.
 */
export async function awaitReading(scope: Scope, id: string, signal: AbortSignal): Promise<MessageRow> {
  const row = await readingEnd(scope, id, signal);
  if (signal.aborted) {
    await scope.transact((ctx) => cancelReading(ctx, id));
    throw new AppError('bad_request', 'The question was given up');
  }
  if (row?.reason)
    throw new AppError('unavailable', failureMessages[row.reason], {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  const answer = row?.answer_id && (await messageById(scope.db, row.business_id, row.answer_id));
  if (!answer) throw new AppError('conflict', 'This conversation has moved on. Please ask again');
  return answer;
}

/** Resolves once a reading is over, gone, or no longer waited for. */
function readingEnd(scope: Scope, id: string, signal: AbortSignal): Promise<ReadingRow | null> {
  const { businessId } = scope.actor;
  return new Promise((resolve, reject) => {
    const end = (row: ReadingRow | null) => {
      unsubscribe();
      signal.removeEventListener('abort', giveUp);
      resolve(row);
    };
    const giveUp = () => end(null);
    const look = () =>
      void readingById(scope.db, businessId, id).then(
        (row) => row?.state !== 'queued' && row?.state !== 'reading' && end(row),
        reject,
      );
    const unsubscribe = scope.live.subscribe(
      ({ businessId: about, topic }) => about === businessId && topic === 'readings' && look(),
      look,
    );
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    else look();
  });
}
