import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isSessionEnd } from '#web/lib/session/expiry.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { type InvoiceSummary, refreshInvoices } from '../api.ts';
import { type InvoicePages, removeRows, restoreRows } from '../cache.ts';
import { type BulkKind, callOf } from './bulk-kinds.ts';
import { pdfCollector } from './download.ts';
import { isWaiting, reportOutcome } from './report-outcome.ts';
import { runEach } from './run-each.ts';

export type Work = { kind: BulkKind; done: number; total: number };

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

  /** Rows that are deleted leave at once, rows that come back are there at once. */
  const moveRows = async (kind: BulkKind, items: readonly InvoiceSummary[], before: InvoicePages) => {
    if (kind !== 'remove' && kind !== 'restore') return [];
    await queries.cancelQueries({ queryKey: ['invoices.list', currency] });
    if (kind === 'restore') {
      restoreRows(queries, before);
      return [];
    }
    const ids = items.map(({ id }) => id);
    setHidden(new Set(ids));
    return removeRows(queries, currency, ids);
  };

  const run = async (kind: BulkKind, items: readonly InvoiceSummary[], before: InvoicePages = []) => {
    const total = items.length;
    isStopped.current = false;
    setWork({ kind, done: 0, total });
    const lists = await moveRows(kind, items, before);
    let remindedToday = 0;
    const pdfs = pdfCollector(currency);
    const countReminded = () => {
      remindedToday += 1;
    };
    const each = kind === 'download' ? pdfs.fetch : callOf(kind, currency, queries, countReminded);
    const { done, failed } = await runEach(items, each, {
      onDone: (count) => setWork({ kind, done: count, total }),
      isStopped: (error) => isStopped.current || isSessionEnd(error),
    });
    if (kind === 'download') await pdfs.save();
    if (kind === 'remove' && done.length < total) {
      restoreRows(queries, lists);
      removeRows(
        queries,
        currency,
        done.map(({ id }) => id),
      );
    }
    if (kind !== 'download') void refreshInvoices(queries);
    setHidden(new Set());
    setWork(null);
    const handled = [...done, ...failed.filter(isWaiting).map(({ item }) => item)];
    onEnd(
      items.filter((item) => !handled.includes(item)),
      kind,
    );
    reportOutcome(
      kind,
      { done, failed, remindedToday },
      {
        retry: (some) => void run(kind, some),
        undo: (some) => void run('restore', some, lists),
      },
    );
  };
  const stop = () => {
    isStopped.current = true;
  };
  return {
    work,
    hidden,
    stop,
    run: (kind: BulkKind, items: readonly InvoiceSummary[]) => void run(kind, items),
  };
}
