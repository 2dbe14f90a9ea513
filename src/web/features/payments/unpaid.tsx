import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { formatDue } from '#web/lib/format.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { InvoiceBadge } from '#web/ui/invoice-badge.tsx';
import { Panel } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type InvoiceSummary, UNPAID_SHOWN, unpaidInvoices } from './api.ts';
import { texts } from './texts.ts';

const line =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4.5 py-2.5 lg:grid-cols-[minmax(0,1fr)_8.5rem_11rem_7rem]';

/** Invoices that were sent and are still owed, those past their date first. */
export function Unpaid({ currency }: { currency: Currency }) {
  const { data, failureCount } = useQuery(unpaidInvoices(currency));
  const retry = useRetryNow(unpaidInvoices(currency).queryKey);
  const failed = !data && failureCount > 0;
  return (
    <Panel title={texts.unpaid.title} className="mb-4" action={<Count data={data} />}>
      {failed ? (
        <ErrorState title={texts.unpaid.failed} onRetry={retry} />
      ) : data?.total === 0 ? (
        <EmptyState title={texts.unpaid.empty} text={texts.unpaid.emptyHint} icon={<CheckCheck />} />
      ) : (
        <ul className="pb-1.5">
          {data
            ? data.invoices.map((invoice) => <UnpaidInvoice key={invoice.id} invoice={invoice} />)
            : Array.from({ length: UNPAID_SHOWN }, (_, row) => <UnpaidSkeleton key={row} />)}
        </ul>
      )}
    </Panel>
  );
}

function Count({ data }: { data: { invoices: readonly InvoiceSummary[]; total: number } | undefined }) {
  if (!data || data.total === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-13 text-muted">
      <span>{texts.unpaid.of(data.invoices.length, data.total)}</span>
      <Link
        to="/dashboard/invoices"
        search={{ status: 'unpaid', sort: 'dueDate' }}
        className="inline-flex min-h-9 items-center font-semibold text-primary text-sm underline-offset-4 hover:underline max-md:min-h-11"
      >
        {texts.unpaid.all}
      </Link>
    </p>
  );
}

function UnpaidInvoice({ invoice }: { invoice: InvoiceSummary }) {
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        to="/dashboard/invoices"
        search={{ invoice: invoice.id }}
        className={`${line} hover:bg-[color-mix(in_srgb,var(--sunken)_50%,transparent)] focus-visible:-outline-offset-2`}
      >
        <span className="min-w-0">
          <span className="line-clamp-2 break-words font-medium lg:line-clamp-1">
            {invoice.customerName || texts.unknownCustomer}
          </span>
          <span className="num block text-13 text-muted">{invoice.invoiceNumber}</span>
        </span>
        <span className="text-muted text-sm max-lg:order-3">{formatDue(invoice.dueDate)}</span>
        <Money
          amount={invoice.balance}
          currency={invoice.currency}
          className="text-end font-semibold max-lg:order-2"
        />
        <span className="justify-self-end max-lg:order-4">
          <InvoiceBadge status={invoice.displayStatus} />
        </span>
      </Link>
    </li>
  );
}

function UnpaidSkeleton() {
  return (
    <li aria-hidden className="border-line border-t first:border-t-0">
      <span className={line}>
        <span>
          <Skeleton className="my-0.5 h-5 w-44 max-w-full" />
          <Skeleton className="my-0.5 h-3.5 w-16" />
        </span>
        <Skeleton className="h-5 w-28 max-lg:order-3" />
        <Skeleton className="h-5 w-24 justify-self-end max-lg:order-2" />
        <Skeleton className="h-6 w-20 justify-self-end rounded-full max-lg:order-4" />
      </span>
    </li>
  );
}
