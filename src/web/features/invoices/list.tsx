import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { Currency } from '#core/money.ts';
import { formatDate } from '../../lib/format.ts';
import type { SearchText } from '../../lib/search-text.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { Money } from '../../ui/money.tsx';
import { Cell, HeadCell, Row, SkeletonRows, Table, TableBody, TableHead } from '../../ui/table.tsx';
import type { InvoiceSummary } from './api.ts';
import { ListActions } from './list-actions.tsx';
import { texts } from './texts.ts';

type InvoiceTableProps = {
  /** Undefined while they are on their way. */
  invoices: readonly InvoiceSummary[] | undefined;
  onOpen: (id: string) => void;
};

/** Invoices in rows; cards on phones. */
export function InvoiceTable({ invoices, onOpen }: InvoiceTableProps) {
  const { columns } = texts;
  return (
    <Table label={texts.title}>
      <TableHead>
        <HeadCell>{columns.number}</HeadCell>
        <HeadCell>{columns.customer}</HeadCell>
        <HeadCell end>{columns.amount}</HeadCell>
        <HeadCell>{columns.status}</HeadCell>
        <HeadCell className="max-lg:hidden">{columns.issued}</HeadCell>
        <HeadCell>{columns.due}</HeadCell>
        <HeadCell end>{columns.actions}</HeadCell>
      </TableHead>
      <TableBody>
        {invoices ? (
          invoices.map((invoice) => <InvoiceRow key={invoice.id} invoice={invoice} onOpen={onOpen} />)
        ) : (
          <SkeletonRows columns={7} rows={8} />
        )}
      </TableBody>
    </Table>
  );
}

type InvoiceRowProps = { invoice: InvoiceSummary; onOpen: (id: string) => void };

function InvoiceRow({ invoice, onOpen }: InvoiceRowProps) {
  const { columns } = texts;
  const open = () => onOpen(invoice.id);
  const press = (event: MouseEvent) => {
    if (!isOnControl(event) && getSelection()?.toString() === '') open();
  };
  return (
    <Row onClick={press} className="cursor-pointer">
      <Cell className="whitespace-nowrap max-md:hidden">
        <NumberLink invoice={invoice} />
      </Cell>
      <Cell lead className="max-w-0 md:w-[34%]">
        <span className="line-clamp-2 break-words font-medium md:line-clamp-1" title={invoice.customerName}>
          {invoice.customerName}
        </span>
        <span className="block truncate text-13 text-muted max-md:hidden">{invoice.customerEmail}</span>
        <NumberLink invoice={invoice} className="text-13 md:hidden" />
      </Cell>
      <Cell bare className="md:text-end">
        <Amount invoice={invoice} />
      </Cell>
      <Cell bare className="max-md:self-center max-md:justify-self-end">
        <StatusBadge status={invoice.status} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted max-lg:hidden">{formatDate(invoice.date)}</Cell>
      <Cell name={columns.due} className="whitespace-nowrap text-muted max-md:text-sm">
        {formatDate(invoice.dueDate)}
      </Cell>
      <Cell corner end>
        <ListActions invoice={invoice} onView={open} />
      </Cell>
    </Row>
  );
}

function NumberLink({ invoice, className }: { invoice: InvoiceSummary; className?: string }) {
  return (
    <Link
      to="."
      search={(before: SearchText) => ({ ...before, invoice: invoice.id })}
      resetScroll={false}
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
      {amountPaid > 0 && balance > 0 && <Left amount={balance} currency={currency} />}
    </>
  );
}

function Left({ amount, currency }: { amount: InvoiceSummary['balance']; currency: Currency }) {
  return (
    <span className="block whitespace-nowrap text-13 text-muted">
      <Money amount={amount} currency={currency} /> {texts.left}
    </span>
  );
}

function isOnControl(event: MouseEvent): boolean {
  const { target, currentTarget } = event;
  // A menu's items are children of the row for React, but not on the page.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true;
  return target.closest('a, button') !== null;
}
