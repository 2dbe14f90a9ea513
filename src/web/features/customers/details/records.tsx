import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatDay, formatDue } from '#web/lib/format.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Badge, StatusBadge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/card.tsx';
import { InvoiceBadge } from '#web/ui/invoice-badge.tsx';
import { Money } from '#web/ui/money.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { invoicesQuery, paymentsQuery, promisesQuery } from './api.ts';
import { texts } from './texts.ts';

type OfCustomer = { customerId: string };

/** A customer's invoices, each a way to open it. */
export function Invoices({ customerId }: OfCustomer) {
  const list = useInfiniteQuery(invoicesQuery(useCurrency(), customerId));
  const found = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Records title={texts.invoices} none={texts.noInvoices} list={list} count={found?.length}>
      {found?.map((invoice) => (
        <Record
          key={invoice.id}
          title={<InvoiceLink id={invoice.id} number={invoice.invoiceNumber} />}
          text={formatDue(invoice.dueDate)}
          badge={<InvoiceBadge status={invoice.displayStatus} />}
        >
          <Money amount={invoice.totalAmount} currency={invoice.currency} className="font-semibold" />
        </Record>
      ))}
    </Records>
  );
}

/** A customer's payments, and the attempts at them. */
export function Payments({ customerId }: OfCustomer) {
  const list = useInfiniteQuery(paymentsQuery(useCurrency(), customerId));
  const found = list.data?.pages.flatMap(({ data }) => data.transactions);
  return (
    <Records title={texts.payments} none={texts.noPayments} list={list} count={found?.length}>
      {found?.map((payment) => (
        <Record
          key={payment.id}
          title={
            <Link to="/dashboard/payments" search={{ payment: payment.id }} className={linkClass}>
              {formatDay(payment.completedAt ?? payment.createdAt)}
            </Link>
          }
          text={payment.invoiceId?.invoiceNumber ?? texts.noInvoice}
          badge={<StatusBadge status={payment.status} />}
        >
          <Money amount={payment.amount} currency={payment.currency} className="font-semibold" />
        </Record>
      ))}
    </Records>
  );
}

const SHOWN = 5;
const tones: Record<string, Tone> = { kept: 'ok', broken: 'bad', open: 'info' };

/** A customer's promises and how many were kept; nothing without any. */
export function Promises({ customerId }: OfCustomer) {
  const { data } = useQuery(promisesQuery(useCurrency(), customerId));
  if (!data || data.promises.length === 0) return null;
  return (
    <Panel title={texts.promises} description={texts.record(data)}>
      <ul>
        {data.promises.slice(0, SHOWN).map((promise) => (
          <Record
            key={promise.id}
            title={<InvoiceLink id={promise.invoiceId} number={promise.invoiceNumber} />}
            text={formatDate(promise.day)}
            badge={
              <Badge dot tone={tones[promise.state] ?? 'neutral'}>
                {texts.states[promise.state]}
              </Badge>
            }
          >
            <Money amount={promise.amount} currency={promise.currency} className="font-semibold" />
          </Record>
        ))}
      </ul>
    </Panel>
  );
}

const linkClass =
  'num inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline';

/** Opens an invoice. */
export function InvoiceLink({ id, number }: { id: string; number: string }) {
  return (
    <Link to="/dashboard/invoices" search={{ invoice: id }} className={linkClass}>
      {number}
    </Link>
  );
}

type List = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  failureCount: number;
  isFetching: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

type RecordsProps = {
  title: string;
  none: string;
  list: List;
  /** Undefined while they are on their way. */
  count: number | undefined;
  children: ReactNode;
};

function Records({ title, none, list, count, children }: RecordsProps) {
  return (
    <Panel title={title}>
      {count === undefined && list.failureCount > 0 && (
        <ErrorState title={texts.listFailed} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {count === undefined && list.failureCount === 0 && <Skeleton className="m-4.5 h-24" />}
      {count === 0 && <p className="px-4.5 pb-5 text-muted">{none}</p>}
      <ul>{children}</ul>
      {list.hasNextPage && (
        <div className="border-line border-t px-4.5 py-2">
          <Button
            variant="outline"
            size="sm"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {texts.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}

type RecordProps = { title: ReactNode; text: string; badge: ReactNode; children: ReactNode };

function Record({ title, text, badge, children }: RecordProps) {
  return (
    <li className="flex items-center justify-between gap-4 border-line border-t px-4.5 py-1.5">
      <span className="min-w-0">
        <span className="block leading-none">{title}</span>
        <span className="-mt-2 mb-1 block text-13 text-muted">{text}</span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1">
        {children}
        {badge}
      </span>
    </li>
  );
}
