import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { useCurrency } from '../../../lib/session.ts';
import { isSessionEnd } from '../../../lib/session-expired.ts';
import { toast } from '../../../ui/toast-store.ts';
import { type InvoiceSummary, refreshInvoices } from '../api.ts';
import { forgetRows, type InvoicePages, restoreRows } from '../cache.ts';
import { texts } from '../texts.ts';
import { type BulkKind, bulkKinds, callOf } from './bulk-kinds.ts';
import { pdfCollector } from './download.ts';
import { type Failure, reasonsOf, runEach } from './run-each.ts';

const words = texts.bulk;

export type Work = { kind: BulkKind; done: number; total: number };
type Outcome = { done: InvoiceSummary[]; failed: Failure<InvoiceSummary>[] };

/**
 * Does one thing to many invoices and tells what came of it. `onEnd` hears which of them are left: those that failed or
 * that Stop spared. Deleted rows are `hidden` at once.
 */
export function useBulk(onEnd: (left: InvoiceSummary[], kind: BulkKind) => void) {
  const currency = useCurrency();
  const queries = useQueryClient();
  const [work, setWork] = useState<Work | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const isStopped = useRef(false);

  const run = async (kind: BulkKind, items: readonly InvoiceSummary[], before?: InvoicePages) => {
    const total = items.length;
    isStopped.current = false;
    setWork({ kind, done: 0, total });
    const lists = await moveRows(kind, items, before);
    let remindedToday = 0;
    const pdfs = pdfCollector(currency);
    const each =
      kind === 'download' ? pdfs.fetch : callOf(kind, currency, queries, () => (remindedToday += 1));
    const outcome = await runEach(items, each, {
      onDone: (done) => setWork({ kind, done, total }),
      isStopped: (error) => isStopped.current || isSessionEnd(error),
    });
    if (kind === 'download') await pdfs.save();
    else await refreshInvoices(queries);
    setHidden(new Set());
    setWork(null);
    const left = items.filter((item) => !outcome.done.includes(item));
    onEnd(left, kind);
    tell(kind, outcome, remindedToday, lists);
  };

  /** Rows that are deleted leave at once, rows that come back are there at once. */
  const moveRows = async (kind: BulkKind, items: readonly InvoiceSummary[], before?: InvoicePages) => {
    if (kind !== 'remove' && kind !== 'restore') return undefined;
    await queries.cancelQueries({ queryKey: ['invoices.list', currency] });
    if (kind === 'restore') {
      restoreRows(queries, before ?? []);
      return undefined;
    }
    const ids = items.map(({ id }) => id);
    setHidden(new Set(ids));
    return forgetRows(queries, currency, ids);
  };

  const tell = (kind: BulkKind, { done, failed }: Outcome, remindedToday: number, lists?: InvoicePages) => {
    if (failed.some(({ error }) => isSessionEnd(error))) return;
    const of = done.length + failed.length;
    const said = bulkKinds[kind];
    if (failed.length > 0) {
      const again = failed.filter(({ error }) => isWorthAnotherTry(error)).map(({ item }) => item);
      toast.error(said.failed(failed.length, of), {
        text: reasonsOf(failed),
        ...(again.length > 0 && { action: { label: words.again, run: () => void run(kind, again) } }),
      });
    }
    const fresh = done.length - remindedToday;
    if (remindedToday > 0)
      return toast.info(fresh > 0 ? said.done(fresh) : words.remindedToday(remindedToday), {
        ...(fresh > 0 && { text: words.remindedToday(remindedToday) }),
      });
    if (done.length === 0) return;
    const undo = { label: texts.undo, run: () => void run('restore', done, lists) };
    toast.success(kind === 'remove' && done.length === 1 ? texts.deleted : said.done(done.length), {
      ...(kind === 'remove' && { action: undo }),
    });
  };
  const stop = () => {
    isStopped.current = true;
  };
  return {
    work,
    hidden,
    run: (kind: BulkKind, items: readonly InvoiceSummary[]) => void run(kind, items),
    stop,
  };
}

/** Not the service's considered answer: a broken line, too many calls at once, a fault. */
function isWorthAnotherTry(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}
