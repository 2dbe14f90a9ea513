import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { formatDay, formatInstant } from '../../lib/format.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Cell, HeadCell, Row, SkeletonRows, Table, TableBody, TableHead } from '../../ui/table.tsx';
import type { Payment } from './api.ts';
import { PaymentDetails } from './payment-details.tsx';
import { texts } from './texts.ts';

const COLUMNS = 7;

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
        <HeadCell>{columns.customer}</HeadCell>
        <HeadCell>{columns.invoice}</HeadCell>
        <HeadCell end>{columns.amount}</HeadCell>
        <HeadCell className="max-lg:hidden">{columns.method}</HeadCell>
        <HeadCell>{columns.status}</HeadCell>
        <HeadCell>{columns.date}</HeadCell>
        <HeadCell end>
          <span className="sr-only">{columns.details}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {payments ? (
          payments.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              open={payment.id === openId}
              onToggle={() => onToggle(payment.id)}
            />
          ))
        ) : (
          <SkeletonRows columns={COLUMNS} rows={6} />
        )}
      </TableBody>
    </Table>
  );
}

type PaymentRowProps = { payment: Payment; open: boolean; onToggle: () => void };

function PaymentRow({ payment, open, onToggle }: PaymentRowProps) {
  const { columns } = texts.recent;
  const name = payment.customerId?.name || texts.unknownCustomer;
  const detailsId = `payment-${payment.id}`;
  return (
    <>
      <Row className={open ? 'border-b-0' : undefined}>
        <Cell lead className="md:w-[34%] md:max-w-0">
          <span className="line-clamp-2 break-words font-medium md:line-clamp-1" title={name}>
            {name}
          </span>
          <span className="block truncate text-13 text-muted">
            {payment.customerId?.email || texts.noEmail}
          </span>
        </Cell>
        <Cell name={columns.invoice}>
          <InvoiceLink payment={payment} />
        </Cell>
        <Cell name={columns.amount} end>
          <Amount payment={payment} />
        </Cell>
        <Cell name={columns.method} className="whitespace-nowrap text-muted text-sm max-lg:hidden">
          {texts.methods[payment.paymentMethod]}
        </Cell>
        <Cell name={columns.status}>
          <span className="inline-flex items-center gap-1.5">
            <StatusBadge status={payment.status} />
            {payment.testMode && <TestMark />}
          </span>
        </Cell>
        <Cell name={columns.date} className="whitespace-nowrap text-muted text-sm">
          <time dateTime={payment.createdAt.toISOString()} title={formatInstant(payment.createdAt)}>
            {formatDay(payment.createdAt)}
          </time>
        </Cell>
        <Cell corner end className="md:pl-0">
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
