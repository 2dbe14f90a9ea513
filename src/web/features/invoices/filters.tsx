import { statusFilters } from '#contract/invoices.ts';
import { useDebouncedSearch } from '#web/lib/lists/debounced-search.ts';
import { SearchInput } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import type { InvoiceFilters } from './api.ts';
import { NEWEST_FIRST, parseSort } from './sorting.ts';
import { texts } from './texts.ts';

export const defaultFilters: InvoiceFilters = { search: '', status: 'all', period: '30', sort: NEWEST_FIRST };

const options = (labels: Record<string, string>, order: readonly string[]) =>
  order.map((value) => ({ value, label: labels[value] ?? value }));

const statuses = options(texts.statuses, statusFilters);
const periods = options(texts.periods, ['30', '14', '7', 'all']);

/** Whether a list shows less than it does at first sight. */
export function isFiltered({ search, status, period }: InvoiceFilters): boolean {
  return search.trim() !== '' || status !== defaultFilters.status || period !== defaultFilters.period;
}

/** Whether there is anything for Clear filters to do. */
export const isChanged = (filters: InvoiceFilters): boolean =>
  isFiltered(filters) || parseSort(filters.sort) !== NEWEST_FIRST;

type FiltersProps = { filters: InvoiceFilters; onChange: (change: Partial<InvoiceFilters>) => void };

/** Search, status and period; all of them live in the address. */
export function Filters({ filters, onChange }: FiltersProps) {
  const [search, setSearch] = useDebouncedSearch(filters.search, (text) => onChange({ search: text }));
  return (
    <search className="mb-2.5 grid grid-cols-2 gap-2.5 lg:grid-cols-[minmax(0,1fr)_10rem_11rem]">
      <SearchInput
        label={texts.search}
        value={search}
        onChange={setSearch}
        maxLength={200}
        className="max-lg:col-span-2"
      />
      <Select
        label={texts.statusFilter}
        value={filters.status}
        options={statuses}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label={texts.periodFilter}
        value={filters.period}
        options={periods}
        onChange={(period) => onChange({ period })}
      />
    </search>
  );
}
