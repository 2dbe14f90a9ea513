import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileText, Plus, SearchX } from 'lucide-react';
import { useKeptFocus } from '../../lib/kept-focus.ts';
import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { useCurrency } from '../../lib/session.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { invoiceCount, type InvoiceFilters, invoiceList } from './api.ts';
import { Dialogs } from './dialogs.tsx';
import { defaultFilters, Filters, isFiltered } from './filters.tsx';
import { InvoiceTable } from './list.tsx';
import { texts } from './texts.ts';

/** Every invoice of the business; filters and the open record are in the address. */
export function InvoicesPage() {
  usePage('Invoices');
  const [{ search, status, period, ...open }, set] = useUrlState({
    ...defaultFilters,
    invoice: '',
    create: '',
  });
  // Links written by hand say 'Due' as the filter does.
  const filters = { search, status: status.toLowerCase(), period };
  const list = useInvoices(filters);
  const create = () => set({ create: '1' }, { push: true });
  return (
    <>
      <PageHeader title={texts.title}>
        <Button onClick={create}>
          <Plus aria-hidden />
          {texts.create}
        </Button>
      </PageHeader>
      <Filters filters={filters} onChange={set} />
      <InvoiceResults
        list={list}
        filters={filters}
        onFilter={set}
        onOpen={(invoice) => set({ invoice }, { push: true })}
        onCreate={create}
      />
      <Dialogs open={open} shownIds={list.rows?.map(({ id }) => id) ?? []} onChange={set} />
    </>
  );
}

type List = ReturnType<typeof useInvoices>;

function useInvoices(filters: InvoiceFilters) {
  const currency = useCurrency();
  const query = useInfiniteQuery({ ...invoiceList(currency, filters), placeholderData: keepPreviousData });
  return {
    query,
    rows: query.data?.pages.flatMap(({ data }) => data),
    total: query.data?.pages.at(-1)?.page.total ?? 0,
  };
}

type ResultsProps = {
  list: List;
  filters: InvoiceFilters;
  onFilter: (change: Partial<InvoiceFilters>) => void;
  onOpen: (id: string) => void;
  onCreate: () => void;
};

function InvoiceResults({ list: { query, rows, total }, filters, onFilter, onOpen, onCreate }: ResultsProps) {
  // Told at the first failure: the retries behind it take seconds.
  const failed = !rows && query.failureCount > 0;
  useKeptFocus(rows?.length);
  return (
    <>
      <p role="status" className="sr-only">
        {!failed && (query.isPending ? texts.loading : texts.found(total))}
      </p>
      <Card
        className={cn('overflow-hidden transition-opacity', query.isPlaceholderData && 'opacity-60')}
        aria-busy={query.isPending || query.isPlaceholderData}
      >
        {failed ? (
          <ErrorState
            title={texts.loadFailed}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : rows?.length === 0 ? (
          <Nothing filters={filters} onFilter={onFilter} onCreate={onCreate} />
        ) : (
          <InvoiceTable invoices={rows} onOpen={onOpen} />
        )}
      </Card>
      {rows && rows.length > 0 && <More query={query} shown={rows.length} total={total} />}
    </>
  );
}

function More({ query, shown, total }: { query: List['query']; shown: number; total: number }) {
  return (
    <div className="mt-4 grid justify-items-center gap-3">
      <p className="text-13 text-muted">{texts.shown(shown, total)}</p>
      {query.hasNextPage && (
        <Button look="outline" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.loadMore}
        </Button>
      )}
    </div>
  );
}

type NothingProps = Pick<ResultsProps, 'filters' | 'onFilter' | 'onCreate'>;

/** Tells a business without invoices from a search without results. */
function Nothing({ filters, onFilter, onCreate }: NothingProps) {
  const count = useQuery(invoiceCount(useCurrency()));
  if (count.isPending) return <div className="min-h-80" />;
  if (count.data === 0)
    return (
      <EmptyState icon={<FileText />} title={texts.empty.title} text={texts.empty.text}>
        <Button onClick={onCreate}>
          <Plus aria-hidden />
          {texts.create}
        </Button>
      </EmptyState>
    );
  const clear = isFiltered(filters)
    ? { label: texts.noneFound.clear, change: defaultFilters }
    : { label: texts.noneFound.allTime, change: { period: 'all' } };
  return (
    <EmptyState icon={<SearchX />} title={texts.noneFound.title} text={texts.noneFound.text}>
      <Button look="outline" onClick={() => onFilter(clear.change)}>
        {clear.label}
      </Button>
    </EmptyState>
  );
}
