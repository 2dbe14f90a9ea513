import type { PagesRead, ReadingStage } from '#contract/readings.ts';
import { plusMs } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { Runs } from '#server/kernel/jobs.ts';
import { actingScope, type Scope, type SystemScope } from '#server/kernel/scope.ts';
import { fileBytes } from '#server/modules/files/flows/storage.ts';
import { fileOfReference } from '#server/modules/files/queries.ts';
import { ownerActor } from '#server/modules/identity/queries/accounts.ts';
import {
  claimNextReading,
  completeReading,
  endReading,
  LEASE_MS,
  recordStage,
  renewLease,
  returnReading,
} from '../commands/readings.ts';
import { savePlannedAnswers } from '../commands/save-answer.ts';
import { draftsFromImage, type ImageDraft } from '../draft-from-image.ts';
import type { Picture } from '../interpret-message.ts';
import type { jobs } from '../jobs.ts';
import { memoryBefore, messageById, type MessageRow } from '../queries/threads.ts';
import type { ReadingRow } from '../table.ts';
import { wordsBeside } from './answer.ts';

const RENEWED_EVERY_MS = 5_000;
const RETRY_SECONDS = 5;
/** A paper waits so long for a busy machine before its owner decides. */
const MAX_WAIT_MS = 3_600_000;

export const runs: Runs<typeof jobs> = { read: readNext };

/** Reads the paper whose turn it is, and answers into its conversation. */
async function readNext(scope: SystemScope): Promise<void> {
  const claim = await scope.transactAsSystem(claimNextReading);
  if (!claim) return;
  const lease = keepLease(scope, claim);
  try {
    const actor = await ownerActor(scope.db, claim.business_id);
    const question = await messageById(scope.db, claim.business_id, claim.message_id);
    if (actor && question) await readPaper(actingScope(scope, actor), claim, question, lease.signal);
    else await scope.transactAsSystem((ctx) => endReading(ctx, claim, { state: 'cancelled' }));
  } catch (error) {
    scope.log.warn({ err: error, readingId: claim.id }, 'A paper could not be read');
    await tryLater(scope, claim, 'broken');
  } finally {
    lease.end();
  }
}

/** Renews the lease while a paper is read; `signal` is aborted once the reading was stopped or taken over. */
function keepLease(scope: SystemScope, claim: ReadingRow): { signal: AbortSignal; end: () => void } {
  const aborter = new AbortController();
  const began = performance.now();
  const until = () => plusMs(scope.now, performance.now() - began + LEASE_MS);
  const renew = async () => {
    const isHeld = await scope.transactAsSystem((ctx) => renewLease(ctx, claim, until())).catch(() => true);
    if (!isHeld) aborter.abort();
  };
  const timer = setInterval(() => void renew(), RENEWED_EVERY_MS);
  timer.unref();
  // One that is stopped makes room at once.
  const unsubscribe = scope.live.subscribe(
    ({ businessId, topic }) => topic === 'readings' && businessId === claim.business_id && void renew(),
  );
  const end = () => {
    clearInterval(timer);
    unsubscribe();
  };
  return { signal: aborter.signal, end };
}

async function readPaper(
  scope: Scope,
  claim: ReadingRow,
  question: MessageRow,
  signal: AbortSignal,
): Promise<void> {
  const picture = await pictureOf(scope, question);
  if (!picture) throw new Error('the file of a question is gone');
  const { onStage, settled } = stageRecorder(scope, claim);
  const asked = { row: question, text: wordsBeside(question), currency: claim.currency };
  const memory = await memoryBefore(scope.db, question);
  const made = await draftsFromImage(scope, asked, picture, memory, { signal, onStage });
  await settled();
  if (signal.aborted) return;
  if (!made.ok)
    return made.reason === 'busy'
      ? tryLater(scope, claim, 'busy')
      : scope.transactAsSystem((ctx) => endReading(ctx, claim, { state: 'failed', reason: 'timeout' }));
  await answer(scope, claim, question, made.drafts);
}

// Answer and end in one transaction, so that a paper is answered once, whatever process dies over it.
async function answer(
  scope: Scope,
  claim: ReadingRow,
  question: MessageRow,
  drafts: ImageDraft[],
): Promise<void> {
  try {
    await scope.transact(async (ctx) => {
      const { id } = await savePlannedAnswers(ctx, question, drafts);
      await completeReading(ctx, claim, id);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    // Stopped, replaced, or its conversation was put away meanwhile.
    await scope.transactAsSystem((ctx) => endReading(ctx, claim, { state: 'cancelled' }));
  }
}

async function tryLater(scope: SystemScope, claim: ReadingRow, reason: 'busy' | 'broken'): Promise<void> {
  const counts = reason !== 'busy';
  const isLast = counts
    ? claim.attempts >= claim.most_attempts
    : plusMs(claim.queued_at, MAX_WAIT_MS) <= scope.now;
  await scope.transactAsSystem((ctx) =>
    isLast
      ? endReading(ctx, claim, { state: 'failed', reason })
      : returnReading(ctx, claim, { afterSeconds: RETRY_SECONDS, counts }),
  );
}

async function pictureOf(scope: Scope, { business_id, image }: MessageRow): Promise<Picture | null> {
  const file = image && (await fileOfReference(scope.db, business_id, image.imagePath));
  const bytes = file && (await fileBytes(scope, file));
  return file && bytes && { bytes, mime: file.mime_type };
}

// One after the other, and none after the end. A stage that is not recorded is shown no sooner than the next.
function stageRecorder(scope: Scope, claim: ReadingRow) {
  let last: Promise<void> = Promise.resolve();
  const onStage = (stage: ReadingStage, pages?: PagesRead) => {
    last = last
      .then(() => scope.transact((ctx) => recordStage(ctx, claim, stage, pages)))
      .catch(() => undefined);
  };
  return { onStage, settled: () => last };
}
