import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { dateIn, systemClock } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { refreshInvoices } from '#web/lib/invoices/delivery.ts';
import { useCreditQuestion, useOutgoingCredit } from '#web/lib/customer-credit/ask.tsx';
import { saveBlob } from '#web/lib/files/download.ts';
import { QueuedError, toastQueued } from '#web/lib/offline/outbox.ts';
import { isSessionEnd } from '#web/lib/session/expiry.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast-store.ts';
import { fetchPdf, type InvoiceSummary } from '../api.ts';
import { type InvoicePages, removeRows, restoreRows } from '../cache.ts';
import { texts } from '../texts.ts';
import { type BulkKind, bulkKinds, callOf } from './bulk-kinds.ts';
import { type Failure, runEach, summarizeFailures } from './run-each.ts';

/** The lists as they were before rows left them, and the answer about credit. */
type How = { before?: InvoicePages; useCredit?: boolean | undefined };

type Asked = { kind: 'send' | 'remind'; items: readonly InvoiceSummary[] };

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
    const ids = idsOf(items);
    setHidden(new Set(ids));
    return removeRows(queries, currency, ids);
  };

  const run = async (
    kind: BulkKind,
    items: readonly InvoiceSummary[],
    { before = [], useCredit }: How = {},
  ) => {
    const total = items.length;
    isStopped.current = false;
    setWork({ kind, done: 0, total });
    const lists = await moveRows(kind, items, before);
    let remindedToday = 0;
    const pdfs = pdfCollector(currency);
    const onRemindedToday = () => {
      remindedToday += 1;
    };
    const each =
      kind === 'download' ? pdfs.fetch : callOf(kind, currency, queries, { onRemindedToday, useCredit });
    const { done, failed } = await runEach(items, each, {
      onDone: (count) => setWork({ kind, done: count, total }),
      isStopped: (error) => isStopped.current || isSessionEnd(error),
    });
    if (kind === 'download') await pdfs.save();
    if (kind === 'remove' && done.length < total) {
      restoreRows(queries, lists);
      removeRows(queries, currency, idsOf(done));
    }
    if (kind !== 'download') void refreshInvoices(queries);
    setHidden(new Set());
    setWork(null);
    const handled = [...done, ...failed.filter(isWaiting).map(({ item }) => item)];
    const left = items.filter((item) => !handled.includes(item));
    onEnd(left, kind);
    const retry = (some: InvoiceSummary[]) => void run(kind, some, { useCredit });
    const undo = (some: InvoiceSummary[]) => void run('restore', some, { before: lists });
    reportOutcome(kind, { done, failed, remindedToday }, { retry, undo });
  };
  const stop = () => {
    isStopped.current = true;
  };
  return {
    work,
    hidden,
    stop,
    ...useQuestions((kind, items, useCredit) => void run(kind, items, { useCredit })),
  };
}

type Run = (kind: BulkKind, items: readonly InvoiceSummary[], useCredit?: boolean) => void;

/** Questions before: whether customers are to be written to, and of invoices that are sent, about their customers' credit. */
function useQuestions(run: Run) {
  const { ask, question } = useCreditQuestion();
  const creditFor = useOutgoingCredit();
  const [asked, setAsked] = useState<Asked | null>(null);
  const answer = (isAgreed: boolean) => {
    setAsked(null);
    if (!asked || !isAgreed) return;
    const { kind, items } = asked;
    ask(kind === 'send' ? creditFor(items) : null, (useCredit) => run(kind, items, useCredit));
  };
  const askOrRun = (kind: BulkKind, items: readonly InvoiceSummary[]) =>
    kind === 'send' || kind === 'remind' ? setAsked({ kind, items }) : run(kind, items);
  return { question, asked, answer, run: askOrRun };
}

const idsOf = (items: readonly InvoiceSummary[]) => items.map(({ id }) => id);

/** Collects the PDFs of several invoices: one is saved as it is, more of them as one archive. */
function pdfCollector(currency: Currency) {
  const pdfs = new Map<string, Blob>();
  return {
    fetch: async ({ id, invoiceNumber }: InvoiceSummary) => {
      pdfs.set(`${invoiceNumber}.pdf`, await fetchPdf(currency, id));
    },
    save: async () => {
      const [first] = pdfs;
      if (!first) return;
      if (pdfs.size === 1) return saveBlob(first[1], first[0]);
      saveBlob(await archiveOf(pdfs), texts.bulk.archive(dateIn(systemClock())));
    },
  };
}

async function archiveOf(files: ReadonlyMap<string, Blob>): Promise<Blob> {
  const { zipSync } = await import('fflate');
  const contents: Record<string, Uint8Array> = {};
  for (const [name, file] of files) contents[name] = new Uint8Array(await file.arrayBuffer());
  // A PDF is compressed already.
  return new Blob([zipSync(contents, { level: 0 })], { type: 'application/zip' });
}

const labels = texts.bulk;

/** The result of a bulk action; `remindedToday` of those done needed no reminder. */
type Outcome = { done: InvoiceSummary[]; failed: Failure<InvoiceSummary>[]; remindedToday: number };

type RetryActions = { retry: (items: InvoiceSummary[]) => void; undo: (items: InvoiceSummary[]) => void };

/** A reminder queued until there is a connection is no failure. */
const isWaiting = ({ error }: Failure<unknown>): boolean => error instanceof QueuedError;

/** Reports the result: failures with reasons, queued reminders, and completed items with undo. */
function reportOutcome(kind: BulkKind, outcome: Outcome, offers: RetryActions): void {
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
