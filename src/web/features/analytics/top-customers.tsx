import { useQuery } from '@tanstack/react-query';
import { HandCoins } from 'lucide-react';
import { formatMoney, type Minor } from '#core/money.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Panel } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Report, report, type ReportRequest } from './api.ts';
import { texts } from './texts.ts';

const labels = texts.top;

/** Customers by total paid, of all time. */
export function TopCustomers(request: ReportRequest) {
  const { data, failureCount } = useQuery(report(request));
  const retry = useRetryNow(report(request).queryKey);
  return (
    <Panel title={labels.title} description={labels.hint}>
      {data ? (
        <Ranking report={data} />
      ) : failureCount > 0 ? (
        <ErrorState title={labels.failed} onRetry={retry} />
      ) : (
        <Skeleton className="mx-4.5 mb-4.5 h-80" />
      )}
    </Panel>
  );
}

function Ranking({ report: { currency, topCustomers } }: { report: Report }) {
  const [first] = topCustomers;
  if (!first) return <EmptyState title={labels.empty} text={labels.emptyHint} icon={<HandCoins />} />;
  return (
    <ol className="px-4.5 pb-2">
      {topCustomers.map((customer) => (
        <CustomerLine key={customer.id} customer={customer} most={first.totalPaid} currency={currency} />
      ))}
    </ol>
  );
}

type CustomerLineProps = {
  customer: Report['topCustomers'][number];
  most: Minor;
  currency: Report['currency'];
};

function CustomerLine({ customer, most, currency }: CustomerLineProps) {
  const { customerName, invoiceCount, totalPaid, averageInvoiceValue } = customer;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-line border-t py-3 first:border-t-0 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.4fr)_12rem] lg:gap-x-5">
      <Avatar name={customerName} className="max-sm:self-start" />
      <div className="min-w-0 max-sm:col-span-2">
        <p className="wrap-anywhere line-clamp-2 font-semibold leading-tight">{customerName}</p>
        <p className="text-muted text-sm">{labels.invoices(invoiceCount)}</p>
      </div>
      <span
        aria-hidden
        className="block h-1.5 overflow-hidden rounded-full bg-sunken max-lg:order-last max-lg:col-start-2 max-lg:col-end-4"
      >
        <i className="block h-full rounded-full bg-c1" style={{ width: `${(100 * totalPaid) / most}%` }} />
      </span>
      <p className="text-end max-sm:col-start-2 max-sm:col-end-4 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-3">
        <Money amount={totalPaid} currency={currency} className="font-semibold sm:block" />
        <span className="text-13 text-muted tabular-nums">
          {labels.average(formatMoney(averageInvoiceValue, currency))}
        </span>
      </p>
    </li>
  );
}
