import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { formatDay, formatInstant } from '../../lib/format.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import type { Payment } from './api.ts';
import { PaymentDetails } from './payment-details.tsx';
import { texts } from './texts.ts';

const COLUMNS = 7;
const SKELETON_ROWS = 6;

// Beside the sidebar a narrow window has no room for every column: the customer's cell takes some of them in.
const wide = 'md:max-xl:hidden';
const fromLarge = 'md:max-lg:hidden';
const tight = 'md:max-xl:px-3';
// On phones: customer and button, then amount and status, then invoice and day.
const phone = {
  amount: 'max-md:col-start-1 max-md:row-start-2 max-md:self-center max-md:text-start',
  status: 'max-md:col-start-2 max-md:row-start-2 max-md:self-center max-md:text-end',
  invoice: 'max-md:col-start-1 max-md:row-start-3',
  date: 'max-md:col-start-2 max-md:row-start-3 max-md:self-center max-md:text-end',
};

type PaymentTableProps = {
  /** Undefined while they are on their way. */
  payments: readonly Payment[] | undefined;
  openId: string;
  onToggle: (id: string) => void;
};

/** Payments in rows that open for their fee and reference; cards on phones. */
export function PaymentTable({ payments, openId, onToggle }: PaymentTableProps) {
  const { columns } = texts.recent;
  return (
    <Table label={texts.recent.title}>
      <TableHead>
        <HeadCell className={tight}>{columns.customer}</HeadCell>
        <HeadCell className={wide}>{columns.invoice}</HeadCell>
        <HeadCell end className={tight}>
          {columns.amount}
        </HeadCell>
        <HeadCell className={wide}>{columns.method}</HeadCell>
        <HeadCell className={tight}>{columns.status}</HeadCell>
        <HeadCell className={cn(fromLarge, tight)}>{columns.date}</HeadCell>
        <HeadCell end className={tight}>
          <span className="sr-only">{columns.details}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {payments
          ? payments.map((payment) => (
              <PaymentRow
                key={payment.id}
                payment={payment}
                open={payment.id === openId}
                onToggle={() => onToggle(payment.id)}
              />
            ))
          : Array.from({ length: SKELETON_ROWS }, (_, at) => <RowOnItsWay key={at} />)}
      </TableBody>
    </Table>
  );
}

type PaymentRowProps = { payment: Payment; open: boolean; onToggle: () => void };

function PaymentRow({ payment, open, onToggle }: PaymentRowProps) {
  const name = payment.customerId?.name || texts.unknownCustomer;
  const detailsId = `payment-${payment.id}`;
  return (
    <>
      <Row className={open ? 'border-b-0' : undefined}>
        <Cell lead className={cn('md:w-[34%] md:max-w-0 md:max-xl:py-2.5', tight)}>
          <span className="line-clamp-2 break-words font-medium md:line-clamp-1" title={name}>
            {name}
          </span>
          <span className="block truncate text-13 text-muted">
            {payment.customerId?.email || texts.noEmail}
          </span>
          <span className="flex flex-wrap items-center gap-x-2.5 text-13 max-md:hidden xl:hidden">
            <InvoiceLink payment={payment} />
            <PaidOn payment={payment} className="lg:hidden" />
          </span>
        </Cell>
        <Cell className={cn(wide, phone.invoice)}>
          <InvoiceLink payment={payment} />
        </Cell>
        <Cell end className={cn(tight, phone.amount)}>
          <Amount payment={payment} />
        </Cell>
        <Cell className="whitespace-nowrap text-muted text-sm max-xl:hidden">
          {texts.methods[payment.paymentMethod]}
        </Cell>
        <Cell className={cn(tight, phone.status)}>
          <span className="inline-flex flex-wrap items-center gap-1.5 max-md:flex-nowrap">
            <StatusBadge status={payment.status} />
            {payment.testMode && <TestMark />}
          </span>
        </Cell>
        <Cell className={cn(fromLarge, tight, phone.date)}>
          <PaidOn payment={payment} className="text-sm" />
        </Cell>
        <Cell corner end className={cn('md:pl-0', tight)}>
          <IconButton
            size="sm"
            label={texts.showDetails(name)}
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={onToggle}
          >
            <ChevronDown aria-hidden className={cn('transition-transform', open && 'rotate-180')} />
          </IconButton>
        </Cell>
      </Row>
      {open && (
        <tr id={detailsId} className="border-line border-b last:border-b-0 max-md:block">
          <td colSpan={COLUMNS} className="px-4.5 pb-4 max-md:block max-md:px-4">
            <PaymentDetails payment={payment} />
          </td>
        </tr>
      )}
    </>
  );
}

function RowOnItsWay() {
  return (
    <Row aria-hidden>
      <Cell lead className={tight}>
        <Skeleton className="h-5 w-40 max-w-full" />
        <Skeleton className="mt-1.5 h-4 w-32 max-w-full" />
      </Cell>
      <Cell className={cn(wide, phone.invoice)}>
        <Skeleton className="h-5 w-18 max-md:my-3" />
      </Cell>
      <Cell end className={cn(tight, phone.amount)}>
        <Skeleton className="h-5 w-24 md:ml-auto" />
      </Cell>
      <Cell className="max-xl:hidden">
        <Skeleton className="h-5 w-24" />
      </Cell>
      <Cell className={cn(tight, phone.status)}>
        <Skeleton className="h-6 w-24 rounded-full" />
      </Cell>
      <Cell className={cn(fromLarge, tight, phone.date)}>
        <Skeleton className="h-5 w-22" />
      </Cell>
      <Cell corner end className={cn('md:pl-0', tight)}>
        <Skeleton className="ml-auto size-9 max-md:size-11" />
      </Cell>
    </Row>
  );
}

function PaidOn({ payment: { createdAt }, className }: { payment: Payment; className?: string }) {
  return (
    <time
      dateTime={createdAt.toISOString()}
      title={formatInstant(createdAt)}
      className={cn('whitespace-nowrap text-muted', className)}
    >
      {formatDay(createdAt)}
    </time>
  );
}

function TestMark() {
  return (
    <Badge className="px-2 text-xs">
      <span aria-hidden title={texts.testMode}>
        {texts.test}
      </span>
      <span className="sr-only">{texts.testMode}</span>
    </Badge>
  );
}

function InvoiceLink({ payment: { invoiceId } }: { payment: Payment }) {
  if (!invoiceId) return <span className="text-muted text-sm">{texts.noInvoice}</span>;
  return (
    <Link
      to="/dashboard/invoices"
      search={{ invoice: invoiceId.id }}
      className="num inline-flex min-h-9 items-center font-semibold text-primary underline-offset-4 hover:underline max-md:min-h-11"
    >
      {invoiceId.invoiceNumber}
    </Link>
  );
}

function Amount({ payment: { amount, creditAmount, currency } }: { payment: Payment }) {
  return (
    <span className="inline-block text-end">
      <Money amount={amount} currency={currency} className="font-semibold" />
      {creditAmount > 0 && (
        <span className="block text-13 text-muted">{texts.credit(creditAmount, currency)}</span>
      )}
    </span>
  );
}
