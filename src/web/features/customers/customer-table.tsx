import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { formatPhone } from '#core/phone.ts';
import { formatDay } from '#web/lib/format.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import { OpenRow } from '#web/ui/open-row.tsx';
import { RowActions } from '#web/ui/row-actions.tsx';
import { Cell, HeadCell, SkeletonRows, Table, TableBody, TableHead } from '#web/ui/table.tsx';
import type { Customer, ListedCustomer } from './api.ts';
import { ariaSort, type Column, nextSort, type Sort } from './sorting.ts';
import { texts } from './texts.ts';

type CustomerTableProps = {
  /** Undefined while the list is on its way. */
  customers: readonly ListedCustomer[] | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onEdit: (customer: Customer) => void;
  onDelete: (customer: ListedCustomer) => void;
};

export function CustomerTable({ customers, sort, onSort, onEdit, onDelete }: CustomerTableProps) {
  const { columns } = texts;
  const sorting = (column: Column) => ({
    sort: ariaSort(column, sort),
    onSort: () => onSort(nextSort(column, sort)),
  });
  return (
    <Table label={texts.title} className="table-fixed">
      <TableHead>
        <HeadCell className="w-[26%]" {...sorting('name')}>
          {columns.customer}
        </HeadCell>
        <HeadCell {...sorting('email')}>{columns.email}</HeadCell>
        <HeadCell end className="w-36" {...sorting('owes')}>
          {columns.owes}
        </HeadCell>
        <HeadCell className="w-36" {...sorting('lastPaid')}>
          {columns.lastPaid}
        </HeadCell>
        <HeadCell className="w-28 md:max-lg:hidden">{columns.status}</HeadCell>
        <HeadCell end className="w-32">
          {columns.actions}
        </HeadCell>
      </TableHead>
      <TableBody>
        {customers === undefined ? (
          <SkeletonRows columns={6} />
        ) : (
          customers.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} onEdit={onEdit} onDelete={onDelete} />
          ))
        )}
      </TableBody>
    </Table>
  );
}

type CustomerRowProps = Pick<CustomerTableProps, 'onEdit' | 'onDelete'> & { customer: ListedCustomer };

function CustomerRow({ customer, onEdit, onDelete }: CustomerRowProps) {
  const { id, name, email, phone, isActive, owes, lastPaidAt } = customer;
  const currency = useCurrency();
  const navigate = useNavigate();
  const contact = email || formatPhone(phone ?? '') || texts.noContact;
  const actions = [
    { label: texts.editShort, icon: <Pencil aria-hidden />, run: () => onEdit(customer) },
    { label: texts.delete, icon: <Trash2 aria-hidden />, run: () => onDelete(customer), danger: true },
  ];
  return (
    <OpenRow onOpen={() => void navigate({ to: '/dashboard/customers/$id', params: { id } })}>
      <Cell lead>
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={name} />
          <Link
            to="/dashboard/customers/$id"
            params={{ id }}
            className="min-w-0 break-words py-2 font-semibold leading-snug underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        </span>
      </Cell>
      <Cell name={email || !phone ? texts.columns.email : texts.phone}>
        <span className="block min-w-0 truncate text-muted max-md:text-ink" title={contact}>
          {contact}
        </span>
      </Cell>
      <Cell name={texts.columns.owes} end>
        <Money amount={owes} currency={currency} className={owes > 0 ? 'font-semibold' : 'text-muted'} />
      </Cell>
      <Cell name={texts.columns.lastPaid}>
        <span className={lastPaidAt ? undefined : 'text-muted'}>
          {lastPaidAt ? formatDay(lastPaidAt) : texts.never[currency]}
        </span>
      </Cell>
      <Cell name={texts.columns.status} className="md:max-lg:hidden">
        <StatusBadge status={isActive ? 'active' : 'inactive'} />
      </Cell>
      <Cell corner end>
        <span className="inline-flex max-md:hidden">
          <IconButton
            size="sm"
            className="text-muted hover:text-ink"
            label={texts.editOne(name)}
            onClick={() => onEdit(customer)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            size="sm"
            className="text-muted hover:text-ink"
            label={texts.deleteOne(name)}
            onClick={() => onDelete(customer)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </span>
        <span className="md:hidden">
          <RowActions label={texts.actionsOf(name)} title={name} actions={actions} />
        </span>
      </Cell>
    </OpenRow>
  );
}
