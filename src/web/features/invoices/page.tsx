import { useQuery } from '@tanstack/react-query';
import { FileText, Plus, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { lazyComponent, lazyDialog } from '#web/lib/lazy.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { todayQuery } from '#web/lib/figures/today.ts';
import type { ReadFirst } from '#web/lib/read-ahead.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { useStableCallback } from '#web/lib/use-stable-callback.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { invoiceCount, type InvoiceFilters, invoiceList, type InvoiceSummary } from './api.ts';
import { Dialogs } from './dialogs.tsx';
import { defaultFilters, Filters, isFiltered } from './filters.tsx';
import { ListTools } from './list-tools.tsx';
import { InvoiceTable } from './list.tsx';
import { SelectionBar } from './selection/bar.tsx';
import type { BulkKind } from './selection/bulk-kinds.ts';
import { useBulk } from './selection/use-bulk.ts';
import { useSelection } from './selection/use-selection.ts';
import { parseSort } from './sorting.ts';
import { StatusChips } from './status-chips.tsx';
import { texts } from './texts.ts';
import { readPage, useInvoices } from './use-invoices.ts';

const Elsewhere = lazyComponent(async () => (await import('#web/lib/currency/elsewhere.tsx')).Elsewhere);

const ConfirmDialog = lazyDialog(async () => (await import('./selection/confirm-dialog.tsx')).ConfirmDialog);

export const readFirst: ReadFirst = (queries, { currency }) => [
  queries.prefetchInfiniteQuery(invoiceList(currency, defaultFilters)),
  queries.prefetchQuery(todayQuery(currency)),
];

/** Every invoice of the business; filters, order, how much is loaded and the open record are in the address. */
export function InvoicesPage() {
  usePage('Invoices');
  const [{ search, status, period, sort, page, ...open }, set] = useUrlState({
    ...defaultFilters,
    page: '1',
    invoice: '',
    create: '',
    edit: '',
  });
  // Links written by hand say 'Due' as the filter does.
  const filters = { search, status: status.toLowerCase(), period, sort };
  const pages = readPage(page);
  const toPages = (count: number) => set({ page: String(count) });
  const { list, selection, bulk } = useList(filters, pages, toPages);
  const create = () => set({ create: '1' }, { push: true });
  const openInvoice = useStableCallback((invoice: string) => set({ invoice }, { push: true }));
  const filter = (change: Partial<InvoiceFilters>) => set({ ...change, page: '1' });
  return (
    <>
      <PageHeader title={texts.title}>
        {/* On phones the bar below has it. */}
        <Button onClick={create} className="max-md:hidden">
          <Plus aria-hidden />
          {texts.create}
        </Button>
      </PageHeader>
      <StatusChips status={status.toLowerCase()} onFilter={filter} />
      <Filters filters={filters} onChange={filter} />
      <ListTools
        statusText={statusText(list)}
        filters={filters}
        onFilter={filter}
        isEmpty={!list.rows || list.rows.length === 0}
      />
      <SelectionBar
        selection={selection}
        shown={list.rows?.length ?? 0}
        work={bulk.work}
        onRun={bulk.run}
        onStop={bulk.stop}
      />
      {bulk.asked && (
        <ConfirmDialog
          {...bulk.asked}
          onConfirm={() => bulk.answer(true)}
          onClose={() => bulk.answer(false)}
        />
      )}
      {bulk.question}
      <InvoiceResults
        list={list}
        selection={selection}
        filters={filters}
        onFilter={filter}
        onMore={() => toPages(pages + 1)}
        onOpen={openInvoice}
      />
      <Dialogs open={open} shownIds={list.rows?.map(({ id }) => id) ?? []} onChange={set} />
    </>
  );
}

const noRows: readonly InvoiceSummary[] = [];

/** The rows, which of them are ticked, and the work on those. */
function useList(filters: InvoiceFilters, pages: number, onPages: (pages: number) => void) {
  const onBulkEnd = useRef((_left: InvoiceSummary[], _kind: BulkKind) => {});
  const bulk = useBulk((left, kind) => onBulkEnd.current(left, kind));
  const list = useInvoices(filters, pages, onPages, bulk.hidden);
  const selection = useSelection(list.rows ?? noRows, JSON.stringify(filters));
  onBulkEnd.current = (left, kind) => {
    // A downloaded invoice may well be sent next; what was not done can be tried again.
    if (kind !== 'download') selection.pick(kind === 'restore' ? [] : left.map(({ id }) => id));
  };
  return { list, selection, bulk };
}

type List = ReturnType<typeof useInvoices>;

/** Told at the first failure: the retries behind it take seconds. */
const hasFailed = ({ query, rows }: List) => !rows && query.failureCount > 0;

function statusText(list: List): string {
  if (hasFailed(list)) return '';
  return list.query.isPending ? texts.loading : texts.found(list.count);
}

type ResultsProps = {
  list: List;
  selection: ReturnType<typeof useSelection>;
  filters: InvoiceFilters;
  onFilter: (change: Partial<InvoiceFilters>) => void;
  onMore: () => void;
  onOpen: (id: string) => void;
};

function InvoiceResults({ list, selection, filters, onFilter, onMore, onOpen }: ResultsProps) {
  const { query, rows, count } = list;
  const today = useQuery(todayQuery(useCurrency()));
  useFocusFallback(rows?.length);
  return (
    <>
      <Card
        className={cn('overflow-hidden transition-opacity', query.isPlaceholderData && 'opacity-60')}
        aria-busy={query.isPending || query.isPlaceholderData}
      >
        {hasFailed(list) ? (
          <ErrorState
            title={texts.loadFailed}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : rows?.length === 0 ? (
          <>
            <EmptyResults filters={filters} onFilter={onFilter} />
            {today.data?.elsewhere && (
              <Elsewhere today={today.data} className="border-line border-t px-4.5 py-3" />
            )}
          </>
        ) : (
          <InvoiceTable
            invoices={rows}
            selection={selection}
            sort={parseSort(filters.sort)}
            onSort={(sort) => onFilter({ sort })}
            onOpen={onOpen}
          />
        )}
      </Card>
      {rows && rows.length > 0 && (
        <LoadMore query={query} shown={rows.length} count={count} onMore={onMore} />
      )}
      {/* Room under the last row for the bar that floats there. */}
      {selection.selected.length > 0 && <div className="h-14 max-md:h-8" />}
    </>
  );
}

type MoreProps = { query: List['query']; shown: number; count: List['count']; onMore: () => void };

function LoadMore({ query, shown, count, onMore }: MoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (count.total <= shown && !hasNextPage) return null;
  return (
    <div className="mt-4 grid justify-items-center gap-3">
      <p className="num text-13 text-muted">
        {isFetchNextPageError ? texts.moreFailed : texts.shown(shown, count)}
      </p>
      {hasNextPage && (
        <Button
          variant="outline"
          pending={isFetchingNextPage}
          onClick={isFetchNextPageError ? () => void fetchNextPage() : onMore}
        >
          {isFetchNextPageError ? texts.tryAgain : texts.loadMore}
        </Button>
      )}
    </div>
  );
}

type NothingProps = Pick<ResultsProps, 'filters' | 'onFilter'>;

/** Tells a business without invoices from a search without results. */
function EmptyResults({ filters, onFilter }: NothingProps) {
  const count = useQuery(invoiceCount(useCurrency()));
  if (count.isPending) return <div className="min-h-80" />;
  if (count.data === 0)
    return <EmptyState icon={<FileText />} title={texts.empty.title} text={texts.empty.text} />;
  const clear = isFiltered(filters)
    ? { label: texts.noneFound.clear, change: defaultFilters }
    : { label: texts.noneFound.allTime, change: { period: 'all' } };
  return (
    <EmptyState icon={<SearchX />} title={texts.noneFound.title} text={texts.noneFound.text}>
      <Button variant="outline" onClick={() => onFilter(clear.change)}>
        {clear.label}
      </Button>
    </EmptyState>
  );
}
