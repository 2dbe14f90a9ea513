import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { formatInstant } from '#web/lib/format.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import { cn } from '#web/ui/cn.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import { OpenRow } from '#web/ui/open-row.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#web/ui/table.tsx';
import type { Payment } from './api.ts';
import { paidText, texts } from './texts.ts';

const SKELETON_ROWS = 6;

// Beside the sidebar a narrow window has no room for every column: the customer's cell takes some of them in.
const fromLarge = 'max-lg:hidden';
const fromWide = 'max-xl:hidden';
const tight = 'md:max-xl:px-3';
// On phones a row is a card: customer and button, then amount and status, below each other where they are long.
const phone = {
  row: 'max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between',
  lead: 'max-md:order-1 max-md:min-w-0 max-md:basis-[calc(100%-3.5rem)] max-md:self-start',
  button: 'max-md:order-2',
  amount: 'max-md:order-3 max-md:text-start',
  status: 'max-md:order-4',
};

type PaymentTableProps = {
  /** Undefined while they are on their way. */
  payments: readonly Payment[] | undefined;
  onOpen: (id: string) => void;
};

/** Payments in rows that open their details; cards on phones. */
export function PaymentTable({ payments, onOpen }: PaymentTableProps) {
  const { columns } = texts.recent;
  return (
    <Table label={texts.recent.title}>
      <TableHead>
        <HeadCell className={tight}>{columns.customer}</HeadCell>
        <HeadCell className={fromWide}>{columns.invoice}</HeadCell>
        <HeadCell end className={tight}>
          {columns.amount}
        </HeadCell>
        <HeadCell className={fromWide}>{columns.method}</HeadCell>
        <HeadCell className={tight}>{columns.status}</HeadCell>
        <HeadCell className={cn(fromLarge, tight)}>{columns.date}</HeadCell>
        <HeadCell end className={tight}>
          <span className="sr-only">{columns.details}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {payments
          ? payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} onOpen={() => onOpen(payment.id)} />
            ))
          : Array.from({ length: SKELETON_ROWS }, (_, at) => <SkeletonRow key={at} />)}
      </TableBody>
    </Table>
  );
}

type PaymentRowProps = { payment: Payment; onOpen: () => void };

function PaymentRow({ payment, onOpen }: PaymentRowProps) {
  const name = payment.customerId?.name || texts.unknownCustomer;
  return (
    <OpenRow data-row={payment.id} onOpen={onOpen} className={phone.row}>
      <Cell lead className={cn('md:w-[34%] md:max-w-0 md:max-xl:py-2.5 xl:w-[28%]', tight, phone.lead)}>
        <span className="wrap-anywhere line-clamp-2 font-medium xl:line-clamp-1" title={name}>
          {name}
        </span>
        <span className="block truncate text-13 text-muted">
          {payment.customerId?.email || texts.noEmail}
        </span>
        <span className="flex flex-wrap items-center gap-x-2.5 text-13 xl:hidden">
          <InvoiceLink payment={payment} />
          <PaidOn payment={payment} className="lg:hidden" />
        </span>
        {payment.evidence !== 'provider' && (
          <span className="block text-13 text-muted xl:hidden">
            {texts.methods[payment.paymentMethod]}, {texts.evidence[payment.evidence]}
          </span>
        )}
      </Cell>
      <Cell className={fromWide}>
        <InvoiceLink payment={payment} />
      </Cell>
      <Cell end className={cn(tight, phone.amount)}>
        <Amount payment={payment} />
      </Cell>
      <Cell className="whitespace-nowrap text-muted text-sm max-xl:hidden">
        {texts.methods[payment.paymentMethod]}
        {payment.evidence !== 'provider' && (
          <span className="block text-13">{texts.evidence[payment.evidence]}</span>
        )}
      </Cell>
      <Cell className={cn(tight, phone.status)}>
        <span className="inline-flex items-center gap-1.5 md:max-lg:flex-wrap">
          <StatusBadge status={payment.status} />
          {payment.testMode && <TestBadge />}
        </span>
      </Cell>
      <Cell className={cn(fromLarge, tight)}>
        <PaidOn payment={payment} className="text-sm" />
      </Cell>
      <Cell corner end className={cn('md:pl-0', tight, phone.button)}>
        <IconButton size="sm" data-row-open label={texts.showDetails(name)} onClick={onOpen}>
          <ChevronRight aria-hidden />
        </IconButton>
      </Cell>
    </OpenRow>
  );
}

function SkeletonRow() {
  return (
    <Row aria-hidden className={phone.row}>
      <Cell lead className={cn(tight, phone.lead)}>
        <Skeleton className="h-5 w-40 max-w-full" />
        <Skeleton className="mt-1.5 h-4 w-32 max-w-full" />
        <Skeleton className="my-2.5 h-4 w-24 max-w-full xl:hidden" />
      </Cell>
      <Cell className={fromWide}>
        <Skeleton className="h-5 w-18" />
      </Cell>
      <Cell end className={cn(tight, phone.amount)}>
        <Skeleton className="h-5 w-24 md:ml-auto" />
      </Cell>
      <Cell className={fromWide}>
        <Skeleton className="h-5 w-24" />
      </Cell>
      <Cell className={cn(tight, phone.status)}>
        <Skeleton className="h-6 w-24 rounded-full" />
      </Cell>
      <Cell className={cn(fromLarge, tight)}>
        <Skeleton className="h-5 w-22" />
      </Cell>
      <Cell corner end className={cn('md:pl-0', tight, phone.button)}>
        <Skeleton className="ml-auto size-9 max-md:size-11" />
      </Cell>
    </Row>
  );
}

// The list goes by when a payment was recorded; money no provider took may have been paid on another day.
function PaidOn({ payment, className }: { payment: Payment; className?: string }) {
  const paid = paidText(payment);
  return (
    <span className={cn('whitespace-nowrap text-muted', className)}>
      <time dateTime={payment.createdAt.toISOString()}>{formatInstant(payment.createdAt)}</time>
      {paid && <span className="block text-13">{paid}</span>}
    </span>
  );
}

function TestBadge() {
  return (
    <Badge className="px-2 text-xs">
      <span aria-hidden title={texts.testMode}>
        {texts.test}
      </span>
      <span className="sr-only">{texts.testMode}</span>
    </Badge>
  );
}

function InvoiceLink({ payment: { invoiceId, otherInvoices } }: { payment: Payment }) {
  if (!invoiceId) return <span className="text-muted text-sm">{texts.noInvoice}</span>;
  return (
    <span className="inline-flex items-center gap-1.5">
      <Link
        to="/dashboard/invoices"
        search={{ invoice: invoiceId.id }}
        className="num inline-flex min-h-9 items-center font-semibold text-primary underline-offset-4 hover:underline max-md:min-h-11"
      >
        {invoiceId.invoiceNumber}
      </Link>
      {otherInvoices > 0 && <span className="text-13 text-muted">{texts.moreInvoices(otherInvoices)}</span>}
    </span>
  );
}

function Amount({ payment }: { payment: Payment }) {
  const { amount, fee, creditAmount, refundedAmount, currency, status } = payment;
  const isPartlyBack = refundedAmount > 0 && status === 'completed';
  return (
    <span className="inline-block">
      <Money amount={amount} currency={currency} className="font-semibold" />
      {fee > 0 && (
        <span className="block text-13 text-muted xl:whitespace-nowrap">{texts.fee(fee, currency)}</span>
      )}
      {creditAmount > 0 && (
        <span className="block text-13 text-muted xl:whitespace-nowrap">
          {texts.credit(creditAmount, currency)}
        </span>
      )}
      {isPartlyBack && (
        <span className="block text-13 text-muted xl:whitespace-nowrap">
          {texts.partlyBack(refundedAmount, currency)}
        </span>
      )}
    </span>
  );
}
