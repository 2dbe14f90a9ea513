import { useInfiniteQuery } from '@tanstack/react-query';
import { FileDown, FileUp, Plus, SearchX, Users } from 'lucide-react';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useDebouncedSearch } from '#web/lib/lists/debounced-search.ts';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useOpened, useUrlState } from '#web/lib/navigation/url-state.ts';
import type { ReadFirst } from '#web/lib/read-ahead.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type Customer, customerListQuery, type ListedCustomer, useExportCustomers } from './api.ts';
import { CustomerTable } from './customer-table.tsx';
import { NEWEST_FIRST, parseSort, type Sort, sortOptions } from './sorting.ts';
import { texts } from './texts.ts';

const AddCustomer = lazyDialog(async () => (await import('./dialogs.tsx')).AddCustomer);
const EditCustomer = lazyDialog(async () => (await import('./dialogs.tsx')).EditCustomer);
const DeleteCustomer = lazyDialog(async () => (await import('./dialogs.tsx')).DeleteCustomer);

const ImportCustomers = lazyDialog(async () => (await import('./import/dialog.tsx')).ImportCustomers);

export const readFirst: ReadFirst = (queries, { currency }) => [
  queries.prefetchInfiniteQuery(customerListQuery(currency, '', NEWEST_FIRST)),
];

export function CustomersPage() {
  usePage(texts.title);
  const [{ search, create, sort: named, import: importing }, setUrl] = useUrlState({
    search: '',
    create: '',
    sort: '',
    import: '',
  });
  const sort = parseSort(named);
  const [typed, setTyped] = useDebouncedSearch(search, (next) => setUrl({ search: next }));
  const [editing, setEditing] = useOpened<Customer>('edit');
  const [deleting, setDeleting] = useOpened<ListedCustomer>('delete');
  const add = () => setUrl({ create: '1' }, { push: true });
  const startImport = () => setUrl({ import: '1' }, { push: true });
  return (
    <>
      <PageHeader title={texts.title}>
        <ExportButton />
        <ImportButton onClick={startImport} />
        <AddButton onClick={add} className="max-md:order-first max-sm:basis-full" />
      </PageHeader>
      <div className="mb-4 flex gap-3 max-md:flex-col">
        <SearchInput
          label={texts.search}
          value={typed}
          onChange={setTyped}
          className="max-w-md flex-1 max-md:max-w-none"
        />
        <div className="md:hidden">
          <Select
            label={texts.sort}
            value={sort}
            onChange={(next) => setUrl({ sort: next })}
            options={sortOptions}
          />
        </div>
      </div>
      <Card>
        <CustomerList
          search={search}
          sort={sort}
          onSort={(next) => setUrl({ sort: next === NEWEST_FIRST ? '' : next })}
          onAdd={add}
          onImport={startImport}
          onClear={() => setUrl({ search: '' })}
          onEdit={setEditing}
          onDelete={setDeleting}
        />
      </Card>
      {importing !== '' && <ImportCustomers onClose={() => setUrl({ import: '' })} />}
      {create !== '' && <AddCustomer onClose={() => setUrl({ create: '' })} />}
      {editing && <EditCustomer customer={editing} onClose={() => setEditing(null)} onReopen={setEditing} />}
      {deleting && <DeleteCustomer customer={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

type CustomerListProps = {
  search: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onAdd: () => void;
  onImport: () => void;
  onClear: () => void;
  onEdit: (customer: Customer) => void;
  onDelete: (customer: ListedCustomer) => void;
};

function CustomerList({
  search,
  sort,
  onSort,
  onAdd,
  onImport,
  onClear,
  onEdit,
  onDelete,
}: CustomerListProps) {
  const list = useInfiniteQuery(customerListQuery(useCurrency(), search, sort));
  const customers = list.data?.pages.flatMap(({ data }) => data.customers);
  useFocusFallback(customers?.length);
  const total = list.data?.pages.at(-1)?.page.total ?? 0;
  if (customers === undefined && list.failureCount > 0)
    return <ErrorState title={texts.fetchFailed} onRetry={list.refetch} retrying={list.isFetching} />;
  if (customers?.length === 0 && search !== '')
    return (
      <EmptyState title={texts.noneFound} text={texts.noneFoundHint(search)} icon={<SearchX />}>
        <Button variant="outline" onClick={onClear}>
          {texts.clearSearch}
        </Button>
      </EmptyState>
    );
  if (customers?.length === 0)
    return (
      <EmptyState title={texts.empty} text={texts.emptyHint} icon={<Users />}>
        <AddButton onClick={onAdd} />
        <ImportButton onClick={onImport} />
      </EmptyState>
    );
  return (
    <>
      <CustomerTable customers={customers} sort={sort} onSort={onSort} onEdit={onEdit} onDelete={onDelete} />
      <footer className="flex min-h-13 flex-wrap items-center justify-between gap-3 border-line border-t px-4.5 py-2">
        <p role="status" className="text-muted text-sm">
          {customers ? texts.counted(customers.length, total) : texts.loading}
        </p>
        {list.hasNextPage && (
          <Button
            variant="outline"
            size="sm"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {texts.loadMore}
          </Button>
        )}
      </footer>
    </>
  );
}

function AddButton({ onClick, className }: { onClick: () => void; className?: string }) {
  return (
    <Button onClick={onClick} className={className}>
      <Plus aria-hidden />
      {texts.add}
    </Button>
  );
}

function ImportButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="outline" onClick={onClick}>
      <FileUp aria-hidden />
      {texts.import}
    </Button>
  );
}

function ExportButton() {
  const { mutate, isPending } = useExportCustomers();
  return (
    <Button variant="outline" pending={isPending} onClick={() => mutate()}>
      <FileDown aria-hidden />
      {texts.export}
    </Button>
  );
}
