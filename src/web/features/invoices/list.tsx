import { Link } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import type { Currency } from '#core/money.ts';
import { formatDate } from '#web/lib/format.ts';
import type { SearchParams } from '#web/lib/navigation/search-params.ts';
import { QueuedReminderNote } from '#web/lib/offline/queued-reminder-note.tsx';
import { InvoiceBadge } from '#web/ui/invoice-badge.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { OpenRow } from '#web/ui/open-row.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import {
  Cell,
  HeadCell,
  Row,
  Table,
  TableBody,
  TableHead,
  TickCell,
  tickedRowClass,
} from '#web/ui/table.tsx';
import type { InvoiceSummary } from './api.ts';
import { ListActions } from './list-actions.tsx';
import type { Selection } from './selection/use-selection.ts';
import { ariaSort, type Column, nextSort, type Sort } from './sorting.ts';
import { texts } from './texts.ts';

type InvoiceTableProps = {
  /** Undefined while they are on their way. */
  invoices: readonly InvoiceSummary[] | undefined;
  selection: Selection;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (id: string) => void;
};

/** Invoices in rows; cards on phones. */
export function InvoiceTable({ invoices, selection, sort, onSort, onOpen }: InvoiceTableProps) {
  const { columns } = texts;
  const by = (column: Column) => ({
    sort: ariaSort(column, sort),
    onSort: () => onSort(nextSort(column, sort)),
  });
  return (
    <Table label={texts.title}>
      <TableHead>
        <th scope="col" className="w-0 border-line border-b pl-4.5 max-md:hidden">
          <TickAll shown={invoices?.length ?? 0} selection={selection} />
        </th>
        <HeadCell {...by('number')} className={wide}>
          {columns.number}
        </HeadCell>
        <HeadCell {...by('customer')} className={tight}>
          {columns.customer}
        </HeadCell>
        <HeadCell {...by('amount')} end className={tight}>
          {columns.amount}
        </HeadCell>
        <HeadCell {...by('status')} className={tight}>
          {columns.status}
        </HeadCell>
        <HeadCell {...by('date')} className={wide}>
          {columns.issued}
        </HeadCell>
        <HeadCell {...by('dueDate')} className={cn(medium, tight)}>
          {columns.due}
        </HeadCell>
        <HeadCell end className={tight}>
          {columns.actions}
        </HeadCell>
      </TableHead>
      <TableBody>
        {invoices
          ? invoices.map((invoice) => (
              <InvoiceRow
                key={invoice.id}
                invoice={invoice}
                isTicked={selection.picked.has(invoice.id)}
                onTick={selection.tick}
                onOpen={onOpen}
              />
            ))
          : Array.from({ length: 8 }, (_, index) => <SkeletonRow key={index} />)}
      </TableBody>
    </Table>
  );
}

function TickAll({ shown, selection: { selected, all, clear } }: { shown: number; selection: Selection }) {
  const count = selected.length;
  const isAll = count > 0 && count === shown;
  return (
    <Checkbox
      checked={count === 0 ? false : isAll || 'indeterminate'}
      label={texts.selectAll}
      disabled={shown === 0}
      onChange={isAll ? clear : all}
    />
  );
}

/** Beside the sidebar a tablet has room for four columns, a small laptop for five. */
const wide = 'max-xl:hidden';
const medium = 'max-lg:hidden';
const tight = 'md:max-xl:px-3';

type InvoiceRowProps = {
  invoice: InvoiceSummary;
  isTicked: boolean;
  onTick: Selection['tick'];
  onOpen: (id: string) => void;
};

// A tick in a list of hundreds draws one row anew.
const InvoiceRow = memo(function InvoiceRow({ invoice, isTicked, onTick, onOpen }: InvoiceRowProps) {
  const open = () => onOpen(invoice.id);
  return (
    <OpenRow data-row={invoice.id} aria-selected={isTicked} onOpen={open} className={tickedRowClass}>
      <Tick invoice={invoice} isTicked={isTicked} onTick={onTick} />
      <Cell className={cn('whitespace-nowrap', wide)}>
        <NumberLink invoice={invoice} />
      </Cell>
      <Cell lead className={cn('md:w-2/5 md:max-w-0', tight)}>
        <span
          className="font-medium max-md:line-clamp-2 max-md:break-words md:block md:truncate"
          title={invoice.customerName}
        >
          {invoice.customerName}
        </span>
        <span className={cn('block truncate text-13 text-muted', wide)}>{invoice.customerEmail}</span>
        <NumberLink invoice={invoice} className="text-13 xl:hidden" />
      </Cell>
      <Cell bare className={cn('md:text-end', tight)}>
        <Amount invoice={invoice} />
      </Cell>
      <Cell bare className={cn('max-md:self-center max-md:justify-self-end', tight)}>
        <InvoiceBadge status={invoice.displayStatus} />
        <QueuedReminderNote invoiceId={invoice.id} />
      </Cell>
      <Cell className={cn('whitespace-nowrap text-muted', wide)}>{formatDate(invoice.date)}</Cell>
      <Cell
        name={texts.columns.due}
        className="whitespace-nowrap text-muted max-md:text-sm md:max-lg:hidden md:max-xl:px-3"
      >
        {formatDate(invoice.dueDate)}
      </Cell>
      <Cell corner end className={cn('whitespace-nowrap', tight)}>
        <ListActions invoice={invoice} onView={open} />
      </Cell>
    </OpenRow>
  );
});

function Tick({ invoice, isTicked, onTick }: Omit<InvoiceRowProps, 'onOpen'>) {
  const isExtended = useRef(false);
  return (
    <TickCell
      data-control
      onClickCapture={(event) => {
        isExtended.current = event.shiftKey;
      }}
    >
      <Checkbox
        checked={isTicked}
        label={texts.select(invoice.invoiceNumber)}
        onChange={() => onTick(invoice.id, isExtended.current)}
      />
    </TickCell>
  );
}

function SkeletonRow() {
  return (
    <Row aria-hidden className={tickedRowClass}>
      <TickCell>
        <Skeleton className="size-5.5" />
      </TickCell>
      <Cell className={wide}>
        <Skeleton className="h-5 w-16" />
      </Cell>
      <Cell lead className={cn('md:w-2/5', tight)}>
        <Skeleton className="h-5 w-40 max-w-full" />
        <Skeleton className="mt-1.5 h-4 w-24" />
      </Cell>
      <Cell bare className={tight}>
        <Skeleton className="h-5 w-24 md:ml-auto" />
      </Cell>
      <Cell bare className={tight}>
        <Skeleton className="h-6 w-20 rounded-full" />
      </Cell>
      <Cell className={wide}>
        <Skeleton className="h-5 w-24" />
      </Cell>
      <Cell bare className="max-md:col-span-2 md:max-lg:hidden md:max-xl:px-3">
        <Skeleton className="h-5 w-24 max-md:w-full" />
      </Cell>
      <Cell corner end className={tight}>
        <Skeleton className="ml-auto h-9 w-9" />
      </Cell>
    </Row>
  );
}

function NumberLink({ invoice, className }: { invoice: InvoiceSummary; className?: string }) {
  return (
    <Link
      to="."
      search={(before: SearchParams) => ({ ...before, invoice: invoice.id })}
      resetScroll={false}
      data-row-open
      className={cn('num font-semibold text-primary underline-offset-4 hover:underline', className)}
    >
      {invoice.invoiceNumber}
    </Link>
  );
}

function Amount({ invoice }: { invoice: InvoiceSummary }) {
  const { currency, totalAmount, balance, amountPaid } = invoice;
  return (
    <>
      <Money amount={totalAmount} currency={currency} className="whitespace-nowrap font-semibold" />
      {amountPaid > 0 && balance > 0 && <RemainingBalance amount={balance} currency={currency} />}
    </>
  );
}

function RemainingBalance({ amount, currency }: { amount: InvoiceSummary['balance']; currency: Currency }) {
  return (
    <span className="block whitespace-nowrap text-13 text-muted">
      <Money amount={amount} currency={currency} /> {texts.left}
    </span>
  );
}
