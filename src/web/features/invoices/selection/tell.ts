import { ApiError } from '#contract/client.ts';
import { tellWaiting, WaitsToSend } from '#web/lib/offline/outbox.ts';
import { isSessionEnd } from '#web/lib/session/expiry.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceSummary } from '../api.ts';
import { texts } from '../texts.ts';
import { type BulkKind, bulkKinds } from './bulk-kinds.ts';
import { type Failure, reasonsOf } from './run-each.ts';

const words = texts.bulk;

/** The result of a bulk action; `remindedToday` of those done needed no reminder. */
export type Outcome = { done: InvoiceSummary[]; failed: Failure<InvoiceSummary>[]; remindedToday: number };

type Offers = { again: (items: InvoiceSummary[]) => void; undo: (items: InvoiceSummary[]) => void };

/** A reminder queued until there is a connection is no failure. */
export const isWaiting = ({ error }: Failure<unknown>): boolean => error instanceof WaitsToSend;

/** Reports the result: failures with reasons, queued reminders, and completed items with undo. */
export function tellOutcome(kind: BulkKind, outcome: Outcome, offers: Offers): void {
  if (outcome.failed.some(({ error }) => isSessionEnd(error))) return;
  tellFailures(kind, outcome, offers.again);
  tellWaiting(outcome.failed.find(isWaiting)?.error);
  tellDone(kind, outcome, offers.undo);
}

function tellFailures(kind: BulkKind, { done, failed: all }: Outcome, again: Offers['again']): void {
  const failed = all.filter((failure) => !isWaiting(failure));
  if (failed.length === 0) return;
  const items = failed.filter(({ error }) => isWorthAnotherTry(error)).map(({ item }) => item);
  toast.error(bulkKinds[kind].failed(failed.length, done.length + all.length), {
    text: reasonsOf(failed),
    ...(items.length > 0 && { action: { label: words.again, run: () => again(items) } }),
  });
}

function tellDone(kind: BulkKind, { done, remindedToday }: Outcome, undo: Offers['undo']): void {
  const said = bulkKinds[kind].done;
  const fresh = done.length - remindedToday;
  if (remindedToday > 0 && fresh > 0) toast.info(said(fresh), { text: words.remindedToday(remindedToday) });
  else if (remindedToday > 0) toast.info(words.remindedToday(remindedToday));
  else if (kind === 'remove' && done.length > 0)
    toast.success(done.length === 1 ? texts.deleted : said(done.length), {
      action: { label: texts.undo, run: () => undo(done) },
    });
  else if (done.length > 0) toast.success(said(done.length));
}

/** Not the service's considered answer: a broken line, too many calls at once, a fault. */
function isWorthAnotherTry(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}
