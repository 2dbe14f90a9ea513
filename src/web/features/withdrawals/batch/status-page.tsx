import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Landmark } from 'lucide-react';
import type { ApiError } from '#contract/client.ts';
import { add, type Currency } from '#core/money.ts';
import { backIn } from '#core/settled-debt.ts';
import { balanceQuery } from '#web/lib/figures/balance.ts';
import { messageOf } from '#web/lib/api.ts';
import { formatInstant } from '#web/lib/format.ts';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useOpened, useUrlState } from '#web/lib/navigation/url-state.ts';
import { PinDialog } from '#web/lib/pin/pin-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, Panel } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { Withdrawal } from '../api.ts';
import { Line, toastUnanswered } from '../confirm-dialog.tsx';
import { DetailsDialog } from '../details-dialog.tsx';
import { PausedNotice } from '../sending-notice.tsx';
import { texts as shared } from '../texts.ts';
import { batchQuery, bulkQuoteQuery, useBulkCalls } from './api.ts';
import { BackLink } from './back-link.tsx';
import { BatchRow } from './row.tsx';
import { texts } from './texts.ts';

type BatchPageProps = { currency: Currency; batchId: string };

/** The status of a batch, updated live. */
export function BatchPage({ currency, batchId }: BatchPageProps) {
  usePage(texts.batch.title);
  const batch = useQuery(batchQuery(currency, batchId));
  const { data: balance } = useQuery(balanceQuery(currency));
  // A retried payee is listed once, with the later attempt.
  const rows = batch.data?.filter(({ triedAgainAs }) => triedAgainAs === null);
  const [first] = rows ?? [];
  return (
    <>
      <BackLink />
      <PageHeader
        title={first?.description || texts.batch.title}
        subtitle={first && `${texts.batch.asked}: ${formatInstant(first.createdAt)}`}
      />
      {balance?.sending === 'paused' && <PausedNotice />}
      {!rows && batch.failureCount === 0 && <Skeleton className="h-72" />}
      {!rows && batch.failureCount > 0 && (
        <Card>
          <ErrorState
            title={texts.batch.failed}
            onRetry={() => void batch.refetch()}
            retrying={batch.isFetching}
          />
        </Card>
      )}
      {rows?.length === 0 && (
        <Card>
          <EmptyState title={texts.batch.none} text={texts.batch.noneText} icon={<Landmark />} />
        </Card>
      )}
      {rows && rows.length > 0 && <Batch currency={currency} batchId={batchId} rows={rows} />}
    </>
  );
}

const groupOf = ({ status }: Withdrawal) =>
  status === 'completed'
    ? 'done'
    : status === 'pending' || status === 'processing'
      ? 'onItsWay'
      : 'notThrough';
const ORDER = ['notThrough', 'onItsWay', 'done'];

function Batch({ currency, batchId, rows }: BatchPageProps & { rows: readonly Withdrawal[] }) {
  const [url, setUrl] = useUrlState({ withdrawal: '' });
  const [retrying, setRetrying] = useOpened('retry');
  const rowsIn = (group: string) => rows.filter((row) => groupOf(row) === group);
  const [done, processing, failed] = [rowsIn('done'), rowsIn('onItsWay'), rowsIn('notThrough')];
  const sorted = [...rows].sort(
    (a, b) =>
      ORDER.indexOf(groupOf(a)) - ORDER.indexOf(groupOf(b)) ||
      (a.staffName ?? '').localeCompare(b.staffName ?? ''),
  );
  const open = rows.find(({ id }) => id === url.withdrawal);
  return (
    <div className="grid gap-5">
      <Card className="grid gap-4 p-5 max-md:p-4">
        <div className="grid gap-2">
          <p role="status" className="font-semibold">
            {texts.batch.counted(done.length, rows.length)}
          </p>
          <Progress value={done.length} max={rows.length} label={texts.batch.progress} className="h-2.5" />
        </div>
        <dl className="grid gap-3 sm:grid-cols-3">
          <Figure name={texts.batch.done} rows={done} currency={currency} />
          <Figure name={texts.batch.onItsWay} rows={processing} currency={currency} />
          <Figure name={texts.batch.notThrough} rows={failed} currency={currency} />
        </dl>
        {done.length === rows.length && (
          <p className="flex items-center gap-2 font-semibold text-ok">
            <CircleCheck aria-hidden className="size-5" />
            {texts.batch.allDone}
          </p>
        )}
        {processing.length > 0 && <p className="text-15 text-muted">{texts.batch.underWay}</p>}
        {failed.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-56 text-15">
              {backIn(add(...failed.map(({ settledDebt }) => settledDebt)), currency, 'Their')}
            </p>
            <Button onClick={() => setRetrying(true)} className="max-sm:w-full">
              {texts.batch.again(failed.length)}
            </Button>
          </div>
        )}
      </Card>
      <Panel title={texts.batch.list}>
        <ul className="border-line border-t">
          {sorted.map((row) => (
            <BatchRow key={row.id} row={row} onOpen={() => setUrl({ withdrawal: row.id }, { push: true })} />
          ))}
        </ul>
      </Panel>
      {open && <DetailsDialog row={open} onClose={() => setUrl({ withdrawal: '' })} />}
      {retrying && (
        <RetryDialog currency={currency} batchId={batchId} rows={failed} onClose={() => setRetrying(null)} />
      )}
    </div>
  );
}

type FigureProps = { name: string; rows: readonly Withdrawal[]; currency: Currency };

function Figure({ name, rows, currency }: FigureProps) {
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="num font-bold text-xl">{rows.length}</span>
        <Money amount={add(...rows.map(({ amount }) => amount))} currency={currency} />
      </dd>
    </div>
  );
}

type RetryDialogProps = BatchPageProps & { rows: readonly Withdrawal[]; onClose: () => void };

function RetryDialog({ currency, batchId, rows, onClose }: RetryDialogProps) {
  const { data: balance } = useQuery(balanceQuery(currency));
  const amounts = rows.map(({ amount }) => amount);
  const { data: quote } = useQuery(bulkQuoteQuery(currency, amounts, balance?.available));
  const { payAgain } = useBulkCalls(currency);
  const refuse = (error: ApiError) => {
    toast.error(shared.failed, { text: messageOf(error) });
    onClose();
  };
  return (
    <PinDialog
      title={texts.batch.againTitle}
      text={texts.batch.againText}
      confirm={texts.confirm.submit}
      call={(pin, key, agreed) => payAgain(batchId, pin, key, agreed).catch(toastUnanswered)}
      onDone={() => {
        toast.success(texts.batch.againDone);
        onClose();
      }}
      onNoPin={onClose}
      onRefused={refuse}
      onClose={onClose}
    >
      <dl className="grid gap-2.5 rounded-card bg-sunken p-4 text-15">
        <Line name={texts.confirm.people}>{rows.length}</Line>
        <Line name={texts.review.amounts}>
          <Money amount={add(...amounts)} currency={currency} />
        </Line>
        {quote && (
          <>
            <Line name={texts.review.fees}>
              <Money amount={quote.fee} currency={currency} />
            </Line>
            <Line name={texts.review.leaves}>
              <Money amount={quote.total} currency={currency} className="text-lg" />
            </Line>
          </>
        )}
      </dl>
    </PinDialog>
  );
}
