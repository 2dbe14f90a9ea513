import { Plus } from 'lucide-react';
import { quoteStatuses } from '#contract/quotes.ts';
import { useDebouncedSearch } from '#web/lib/lists/debounced-search.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import type { ReadFirst } from '#web/lib/read-ahead.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type QuoteFilters, quoteList } from './api.ts';
import { QuoteList } from './list.tsx';
import { texts } from './texts.ts';

const QuoteWizard = lazyDialog(async () => (await import('./wizard.tsx')).QuoteWizard);
const EditQuote = lazyDialog(async () => (await import('./wizard.tsx')).EditQuote);
const QuoteDialog = lazyDialog(async () => (await import('./details/dialog.tsx')).QuoteDialog);

const noFilter: QuoteFilters = { search: '', status: 'all' };

export const readFirst: ReadFirst = (queries, { currency }) => [
  queries.prefetchInfiniteQuery(quoteList(currency, noFilter)),
];

/** Every quote of the business; filters and the open record are in the address. */
export function QuotesPage() {
  usePage(texts.title);
  const [{ search, status, quote, create, edit }, set] = useUrlState({
    ...noFilter,
    quote: '',
    create: '',
    edit: '',
  });
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Button onClick={() => set({ create: '1' }, { push: true })}>
          <Plus aria-hidden />
          {texts.create}
        </Button>
      </PageHeader>
      <Filters filters={{ search, status }} onChange={set} />
      <QuoteList
        filters={{ search, status }}
        onOpen={(id) => set({ quote: id }, { push: true })}
        onClear={() => set(noFilter)}
      />
      {create === '1' && (
        <QuoteWizard onClose={() => set({ create: '' })} onSaved={(id) => set({ create: '', quote: id })} />
      )}
      {edit !== '' && (
        <EditQuote
          key={edit}
          id={edit}
          onClose={() => set({ edit: '' })}
          onSaved={(id) => set({ edit: '', quote: id })}
        />
      )}
      {quote !== '' && edit === '' && (
        <QuoteDialog
          key={quote}
          id={quote}
          onClose={() => set({ quote: '' })}
          onOpen={(id) => set({ quote: id })}
          onEdit={() => set({ edit: quote }, { push: true })}
        />
      )}
    </>
  );
}

type FiltersProps = { filters: QuoteFilters; onChange: (change: Partial<QuoteFilters>) => void };

function Filters({ filters, onChange }: FiltersProps) {
  const [search, setSearch] = useDebouncedSearch(filters.search, (text) => onChange({ search: text }));
  return (
    <search className="mb-2.5 grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <SearchInput label={texts.search} value={search} onChange={setSearch} maxLength={200} />
      <Select
        label={texts.statusFilter}
        value={filters.status}
        options={[
          { value: 'all', label: texts.all },
          ...quoteStatuses.map((value) => ({ value, label: texts.statuses[value] })),
        ]}
        onChange={(status) => onChange({ status })}
      />
    </search>
  );
}
