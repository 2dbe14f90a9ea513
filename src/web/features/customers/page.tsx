import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, SearchX, Users } from 'lucide-react';
import { useState } from 'react';
import { useKeptFocus } from '../../lib/kept-focus.ts';
import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { useCurrency } from '../../lib/session.ts';
import { useTypedSearch } from '../../lib/typed-search.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SearchInput } from '../../ui/input.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type Customer, customerListQuery } from './api.ts';
import { CustomerTable } from './customer-table.tsx';
import { AddCustomer, DeleteCustomer, EditCustomer } from './dialogs.tsx';
import { texts } from './texts.ts';

export function CustomersPage() {
  usePage(texts.title);
  const [{ search, create }, setUrl] = useUrlState({ search: '', create: '' });
  const [typed, setTyped] = useTypedSearch(search, (next) => setUrl({ search: next }));
  const [editing, setEditing] = useState<Customer | null>(null);
  const [deleting, setDeleting] = useState<Customer | null>(null);
  const add = () => setUrl({ create: '1' }, { push: true });
  return (
    <>
      <PageHeader title={texts.title}>
        <AddButton onClick={add} />
      </PageHeader>
      <SearchInput
        label={texts.search}
        value={typed}
        onChange={setTyped}
        className="mb-4 max-w-md max-md:max-w-none"
      />
      <Card>
        <CustomerList
          search={search}
          onAdd={add}
          onClear={() => setUrl({ search: '' })}
          onEdit={setEditing}
          onDelete={setDeleting}
        />
      </Card>
      {create !== '' && <AddCustomer onClose={() => setUrl({ create: '' })} />}
      {editing && <EditCustomer customer={editing} onClose={() => setEditing(null)} onReopen={setEditing} />}
      {deleting && <DeleteCustomer customer={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

type CustomerListProps = {
  search: string;
  onAdd: () => void;
  onClear: () => void;
  onEdit: (customer: Customer) => void;
  onDelete: (customer: Customer) => void;
};

function CustomerList({ search, onAdd, onClear, onEdit, onDelete }: CustomerListProps) {
  const list = useInfiniteQuery(customerListQuery(useCurrency(), search));
  const customers = list.data?.pages.flatMap(({ data }) => data.customers);
  useKeptFocus(customers?.length);
  const total = list.data?.pages.at(-1)?.page.total ?? 0;
  if (customers === undefined && list.failureCount > 0)
    return <ErrorState title={texts.fetchFailed} onRetry={list.refetch} retrying={list.isFetching} />;
  if (customers?.length === 0 && search !== '')
    return (
      <EmptyState title={texts.noneFound} text={texts.noneFoundHint(search)} icon={<SearchX />}>
        <Button look="outline" onClick={onClear}>
          {texts.clearSearch}
        </Button>
      </EmptyState>
    );
  if (customers?.length === 0)
    return (
      <EmptyState title={texts.empty} text={texts.emptyHint} icon={<Users />}>
        <AddButton onClick={onAdd} />
      </EmptyState>
    );
  return (
    <>
      <CustomerTable customers={customers} onEdit={onEdit} onDelete={onDelete} />
      <footer className="flex min-h-13 flex-wrap items-center justify-between gap-3 border-line border-t px-4.5 py-2">
        <p role="status" className="text-muted text-sm">
          {customers ? texts.counted(customers.length, total) : texts.loading}
        </p>
        {list.hasNextPage && (
          <Button
            look="outline"
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

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <Plus aria-hidden />
      {texts.add}
    </Button>
  );
}
