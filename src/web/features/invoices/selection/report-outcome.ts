import { ApiError } from '#contract/client.ts';
import { QueuedError, toastQueued } from '#web/lib/offline/outbox.ts';
import { isSessionEnd } from '#web/lib/session/expiry.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceSummary } from '../api.ts';
import { texts } from '../texts.ts';
import { type BulkKind, bulkKinds } from './bulk-kinds.ts';
import { type Failure, summarizeFailures } from './run-each.ts';

const labels = texts.bulk;

/** The result of a bulk action; `remindedToday` of those done needed no reminder. */
export type Outcome = { done: InvoiceSummary[]; failed: Failure<InvoiceSummary>[]; remindedToday: number };

type RetryActions = { retry: (items: InvoiceSummary[]) => void; undo: (items: InvoiceSummary[]) => void };

/** A reminder queued until there is a connection is no failure. */
export const isWaiting = ({ error }: Failure<unknown>): boolean => error instanceof QueuedError;

/** Reports the result: failures with reasons, queued reminders, and completed items with undo. */
export function reportOutcome(kind: BulkKind, outcome: Outcome, offers: RetryActions): void {
  if (outcome.failed.some(({ error }) => isSessionEnd(error))) return;
  reportFailures(kind, outcome, offers.retry);
  toastQueued(outcome.failed.find(isWaiting)?.error);
  reportDone(kind, outcome, offers.undo);
}

function reportFailures(kind: BulkKind, { done, failed: all }: Outcome, retry: RetryActions['retry']): void {
  const failed = all.filter((failure) => !isWaiting(failure));
  if (failed.length === 0) return;
  const items = failed.filter(({ error }) => isRetryable(error)).map(({ item }) => item);
  toast.error(bulkKinds[kind].failed(failed.length, done.length + all.length), {
    text: summarizeFailures(failed),
    ...(items.length > 0 && { action: { label: labels.again, run: () => retry(items) } }),
  });
}

function reportDone(kind: BulkKind, { done, remindedToday }: Outcome, undo: RetryActions['undo']): void {
  const doneText = bulkKinds[kind].done;
  const newlyDone = done.length - remindedToday;
  if (remindedToday > 0 && newlyDone > 0)
    toast.info(doneText(newlyDone), { text: labels.remindedToday(remindedToday) });
  else if (remindedToday > 0) toast.info(labels.remindedToday(remindedToday));
  else if (kind === 'remove' && done.length > 0)
    toast.success(done.length === 1 ? texts.deleted : doneText(done.length), {
      action: { label: texts.undo, run: () => undo(done) },
    });
  else if (done.length > 0) toast.success(doneText(done.length));
}

/** Not the service's considered answer: a broken line, too many calls at once, a fault. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}
