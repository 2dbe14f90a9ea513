import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banknote, SearchX } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { useDebouncedSearch } from '#web/lib/lists/debounced-search.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { SearchInput } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { methods, type PaymentFilters, paymentList, periods, statuses } from './api.ts';
import { PaymentTable } from './payment-table.tsx';
import { texts } from './texts.ts';

export const defaults = { search: '', status: 'all', method: 'all', period: '30' };

/** Payments by status, time and words; all of it lives in the address. */
export function Recent({ currency, onOpen }: { currency: Currency; onOpen: (id: string) => void }) {
  const [url, setUrl] = useUrlState(defaults);
  const filters = sanitizeFilters(url);
  const clear = () => setUrl(defaults);
  return (
    <Panel title={texts.recent.title}>
      <Filters filters={filters} onChange={setUrl} />
      <List
        currency={currency}
        filters={filters}
        onOpen={onOpen}
        onClear={clear}
        onShowYear={() => setUrl({ period: '365' })}
      />
    </Panel>
  );
}

/** Reduces the address's parameters to filters that exist. */
function sanitizeFilters({ search, status, method, period }: PaymentFilters): PaymentFilters {
  return {
    search: search.slice(0, 200),
    status: statuses.find((name) => name === status) ?? defaults.status,
    method: methods.find((name) => name === method) ?? defaults.method,
    period: periods.find((days) => days === period) ?? defaults.period,
  };
}

const isFiltered = ({ search, status, method, period }: PaymentFilters) =>
  search.trim() !== '' ||
  status !== defaults.status ||
  method !== defaults.method ||
  period !== defaults.period;

const statusOptions = statuses.map((value) => ({ value, label: texts.recent.statuses[value] }));
const methodOptions = methods.map((value) => ({ value, label: texts.recent.methods[value] }));
const periodOptions = periods.map((value) => ({ value, label: texts.recent.periods[value] }));

type FiltersProps = { filters: PaymentFilters; onChange: (change: Partial<PaymentFilters>) => void };

function Filters({ filters, onChange }: FiltersProps) {
  const [typed, setTyped] = useDebouncedSearch(filters.search, (search) => onChange({ search }));
  return (
    <search className="grid grid-cols-2 gap-2.5 px-4.5 pb-3.5 max-[359px]:grid-cols-1 lg:grid-cols-[minmax(0,1fr)_10.5rem_12rem_11rem]">
      <SearchInput
        label={texts.recent.search}
        value={typed}
        onChange={setTyped}
        maxLength={200}
        className="max-lg:col-span-full"
      />
      <Select
        label={texts.recent.statusFilter}
        value={filters.status}
        options={statusOptions}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label={texts.recent.methodFilter}
        value={filters.method}
        options={methodOptions}
        onChange={(method) => onChange({ method })}
      />
      <Select
        label={texts.recent.periodFilter}
        value={filters.period}
        options={periodOptions}
        onChange={(period) => onChange({ period })}
      />
    </search>
  );
}

type ListProps = {
  currency: Currency;
  filters: PaymentFilters;
  onOpen: (id: string) => void;
  onClear: () => void;
  onShowYear: () => void;
};

function List({ currency, filters, onOpen, onClear, onShowYear }: ListProps) {
  const list = useInfiniteQuery({ ...paymentList(currency, filters), placeholderData: keepPreviousData });
  const retry = useRetryNow(paymentList(currency, filters).queryKey);
  const payments = list.data?.pages.flatMap(({ data }) => data.transactions);
  const total = list.data?.pages.at(-1)?.page.total ?? 0;
  const totalEver = list.data?.pages.at(-1)?.data.metrics.total;
  if ((!payments || list.isPlaceholderData) && list.failureCount > 0)
    return <ErrorState title={texts.recent.failed} onRetry={retry} />;
  if (payments?.length === 0 && totalEver === 0 && !isFiltered(filters)) return <NoPayments />;
  if (payments?.length === 0)
    return (
      <EmptyState title={texts.recent.none} text={texts.recent.noneHint} icon={<SearchX />}>
        {isFiltered(filters) ? (
          <Button variant="outline" onClick={onClear}>
            {texts.recent.clear}
          </Button>
        ) : (
          <Button variant="outline" onClick={onShowYear}>
            {texts.recent.wholeYear}
          </Button>
        )}
      </EmptyState>
    );
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={cn('border-line border-t md:border-t-0', list.isPlaceholderData && 'opacity-60')}
    >
      <PaymentTable payments={payments} onOpen={onOpen} />
      <footer className="flex min-h-13 flex-wrap items-center justify-between gap-3 border-line border-t px-4.5 py-2">
        <p role="status" className="text-muted text-sm">
          {payments ? texts.recent.counted(payments.length, total) : texts.recent.loading}
        </p>
        {list.hasNextPage && (
          <Button
            variant="outline"
            size="sm"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {texts.recent.loadMore}
          </Button>
        )}
      </footer>
    </div>
  );
}

function NoPayments() {
  return (
    <EmptyState title={texts.recent.empty} text={texts.recent.emptyHint} icon={<Banknote />}>
      <Button asChild variant="outline">
        <Link to="/dashboard/invoices">{texts.recent.toInvoices}</Link>
      </Button>
    </EmptyState>
  );
}
