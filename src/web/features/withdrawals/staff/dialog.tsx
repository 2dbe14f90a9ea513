import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, UserMinus, UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { staff as staffCalls } from '#contract/staff.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { call, toastFailure } from '#web/lib/api.ts';
import { useFocusFallback } from '#web/lib/lists/focus-fallback.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { AlertDialog, Dialog } from '#web/ui/dialog.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { containing } from '#web/ui/options.ts';
import { RowActions } from '#web/ui/row-actions.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { refreshWithdrawals, type Staff, staffQuery } from '../api.ts';
import { StaffForm } from './form.tsx';
import { texts as shared } from '../texts.ts';
import { texts } from './texts.ts';

const SEARCH_FROM = 8;

type StaffDialogProps = { currency: Currency; onClose: () => void };

/** The people who are paid: the list, and in its place the form for one of them. */
export function StaffDialog({ currency, onClose }: StaffDialogProps) {
  const [editing, setEditing] = useState<Staff | 'new' | null>(null);
  if (editing)
    return (
      <StaffForm
        currency={currency}
        staff={editing === 'new' ? null : editing}
        onBack={() => setEditing(null)}
      />
    );
  return <StaffList currency={currency} onClose={onClose} onEdit={setEditing} />;
}

type StaffListProps = StaffDialogProps & { onEdit: (staff: Staff | 'new') => void };

function StaffList({ currency, onClose, onEdit }: StaffListProps) {
  const list = useQuery(staffQuery(currency));
  const [search, setSearch] = useState('');
  const [leaving, setLeaving] = useState<Staff | null>(null);
  const removal = useRemoval(currency, () => setLeaving(null));
  useFocusFallback(list.data?.length);
  const all = list.data ?? [];
  const shown = search.trim() === '' ? all : found(search, all);
  const footer = (
    <DialogButtons onCancel={onClose} cancel={texts.close}>
      <Button onClick={() => onEdit('new')}>
        <UserPlus aria-hidden />
        {texts.add}
      </Button>
    </DialogButtons>
  );
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.hint} width="md" footer={footer}>
      {all.length >= SEARCH_FROM && (
        <SearchInput label={texts.search} value={search} onChange={setSearch} className="mb-3" />
      )}
      {list.isPending && list.failureCount === 0 && <Skeleton className="h-48" />}
      {!list.data && list.failureCount > 0 && (
        <ErrorState title={texts.failed} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {list.data?.length === 0 && (
        <EmptyState title={texts.empty} text={texts.emptyText} icon={<UsersRound />} className="py-6" />
      )}
      {all.length > 0 && (
        <>
          <p role="status" className="mb-1 text-13 text-muted">
            {shown.length === 0 ? texts.nothingFound : texts.counted(shown.length)}
          </p>
          <ul>
            {shown.map((one) => (
              <StaffRow
                key={one.id}
                staff={one}
                onEdit={() => onEdit(one)}
                onRemove={() => setLeaving(one)}
              />
            ))}
          </ul>
        </>
      )}
      {leaving && (
        <AlertDialog
          open
          danger
          title={texts.removeTitle(leaving.name)}
          text={texts.removeText}
          confirm={texts.remove}
          pending={removal.isPending}
          onClose={() => setLeaving(null)}
          onConfirm={() => removal.mutate(leaving)}
        />
      )}
    </Dialog>
  );
}

const found = (search: string, all: readonly Staff[]): Staff[] => {
  const ids = containing(
    search,
    all.map(({ id, name, email }) => ({ value: id, label: name, hint: email })),
  ).map(({ value }) => value);
  return all.filter(({ id }) => ids.includes(id));
};

type StaffRowProps = { staff: Staff; onEdit: () => void; onRemove: () => void };

function StaffRow({ staff, onEdit, onRemove }: StaffRowProps) {
  return (
    <li className="flex items-center gap-3.5 border-line border-b py-3 last:border-b-0">
      <Avatar name={staff.name} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{staff.name}</p>
        <p className="wrap-anywhere text-13 text-muted">
          {staff.bankName} <span className="num">{staff.accountNumber.slice(-6)}</span>,{' '}
          {staff.accountName ?? shared.form.notConfirmed}
        </p>
        {staff.usualAmount !== null && (
          <p className="num text-13 text-muted">
            {texts.usual(formatMoney(staff.usualAmount, staff.currency))}
          </p>
        )}
      </div>
      <RowActions
        label={texts.actions(staff.name)}
        title={staff.name}
        actions={[
          { label: texts.edit, icon: <Pencil aria-hidden />, run: onEdit },
          { label: texts.remove, icon: <UserMinus aria-hidden />, run: onRemove, danger: true },
        ]}
      />
    </li>
  );
}

function useRemoval(currency: Currency, onSettled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Staff) => call(staffCalls.archive, { params: { currency, id } }),
    onSuccess: (_, { name }) => void toast.success(texts.removed(name)),
    onError: (error) => toastFailure(error, texts.removeFailed),
    onSettled: () => {
      refreshWithdrawals(queries);
      onSettled();
    },
  });
}
