import { useInfiniteQuery } from '@tanstack/react-query';
import { Landmark, UserRound } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Currency } from '#core/money.ts';
import { backIn } from '#core/settled-debt.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Withdrawal, withdrawalList } from './api.ts';
import { historyTexts as texts } from './history-texts.ts';

export type DetailsProps = { row: Withdrawal; onClose: () => void; onBatch?: (batchId: string) => void };

type HistoryProps = {
  currency: Currency;
  /** Shows one of them whole; it has its words from here. */
  Details: ComponentType<DetailsProps>;
};

/** Payouts, newest first; updated by live events. */
export function History({ currency, Details }: HistoryProps) {
  const list = useInfiniteQuery(withdrawalList(currency));
  const [url, setUrl] = useUrlState({ withdrawal: '', batch: '' });
  const rows = list.data?.pages.flatMap(({ data }) => data.withdrawals);
  const total = list.data?.pages.at(-1)?.page.total ?? 0;
  const open = rows?.find(({ id }) => id === url.withdrawal);
  return (
    <Panel title={texts.history.title}>
      {!rows && list.failureCount > 0 && (
        <ErrorState
          title={texts.history.failed}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {!rows && list.failureCount === 0 && <Skeleton className="mx-4.5 mb-4.5 h-72" />}
      {rows?.length === 0 && (
        <EmptyState title={texts.history.empty} text={texts.history.emptyText} icon={<Landmark />} />
      )}
      {rows && rows.length > 0 && (
        <>
          <ul className="border-line border-t">
            {rows.map((row) => (
              <HistoryRow
                key={row.id}
                row={row}
                onOpen={() => setUrl({ withdrawal: row.id }, { push: true })}
                onBatch={(batch) => setUrl({ batch }, { push: true })}
              />
            ))}
          </ul>
          <footer className="flex min-h-13 items-center justify-between gap-3 border-line border-t px-4.5 py-2">
            <p role="status" className="text-muted text-sm">
              {texts.history.counted(rows.length, total)}
            </p>
            {list.hasNextPage && (
              <Button
                variant="outline"
                size="sm"
                pending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {texts.history.more}
              </Button>
            )}
          </footer>
        </>
      )}
      {open && (
        <Details
          row={open}
          onClose={() => setUrl({ withdrawal: '' })}
          onBatch={(batch) => setUrl({ withdrawal: '', batch }, { push: true })}
        />
      )}
    </Panel>
  );
}

/** The receiver as people know them. */
const receiverOf = (row: Withdrawal) => row.staffName ?? row.accountName ?? texts.history.noName;

type HistoryRowProps = { row: Withdrawal; onOpen: () => void; onBatch: (batchId: string) => void };

function HistoryRow({ row, onOpen, onBatch }: HistoryRowProps) {
  const { batchId } = row;
  const Icon = row.type === 'disburse' ? UserRound : Landmark;
  return (
    <li className="relative border-line border-b px-4.5 py-3 last:border-b-0 hover:bg-[color-mix(in_srgb,var(--sunken)_50%,transparent)]">
      <div className="flex items-center gap-3.5">
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-primary max-[359px]:hidden [&_svg]:size-5"
        >
          <Icon />
        </span>
        <span className="min-w-0 flex-1">
          <button
            type="button"
            onClick={onOpen}
            aria-label={texts.history.open(receiverOf(row))}
            className="wrap-anywhere line-clamp-2 max-w-full text-left font-medium after:absolute after:inset-0"
          >
            {receiverOf(row)}
          </button>
          <span className="block truncate text-13 text-muted">{row.bankName}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <Money amount={row.amount} currency={row.currency} />
          <WithdrawalBadge row={row} />
        </span>
      </div>
      <div className="ps-13.5 text-13 text-muted max-[359px]:ps-0">
        <span className="num">{row.accountNumber.slice(-6)}</span>,{' '}
        <time dateTime={row.createdAt.toISOString()}>{formatInstant(row.createdAt)}</time>
        {row.status !== 'completed' && row.status !== 'pending' && (
          <p className="wrap-anywhere">
            {row.reason && <span className="block text-ink">{row.reason}</span>}
            {stateText(row)}
            {row.triedAgainAs && ` ${texts.states.triedAgain}`}
          </p>
        )}
        {batchId && (
          <button
            type="button"
            onClick={() => onBatch(batchId)}
            className="relative z-1 -mx-1.5 block min-h-8 rounded-sm px-1.5 font-semibold text-primary hover:underline max-md:min-h-11"
          >
            {texts.history.together}
          </button>
        )}
      </div>
    </li>
  );
}

/** The status of a withdrawal explained in a sentence. */
export function stateText(row: Withdrawal): string {
  if (row.inReview) return texts.states.inReview;
  if (row.status === 'processing' && row.askedAt) return texts.states.askedAgain(formatInstant(row.askedAt));
  const state = texts.states[row.status];
  return row.status === 'failed' || row.status === 'reversed'
    ? `${state} ${backIn(row.settledDebt, row.currency)}`
    : state;
}

/** The status badge; one under review has its own. */
export function WithdrawalBadge({ row }: { row: Withdrawal }) {
  if (!row.inReview) return <StatusBadge status={row.status} />;
  return (
    <Badge dot tone="warn">
      {texts.inReview}
    </Badge>
  );
}
