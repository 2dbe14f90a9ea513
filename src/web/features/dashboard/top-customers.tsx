import { HandCoins } from 'lucide-react';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Panel } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import { halfYear, type Report } from './api.ts';
import type { PanelContext } from './panel-context.ts';
import { PanelFailure } from './panel-failure.tsx';
import { type PanelState, usePanelState } from './panel-state.ts';
import { texts } from './texts.ts';

type Customer = Report['topCustomers'][number];

const SKELETON_ROWS = 5;
const line =
  'grid grid-cols-[2.375rem_minmax(0,1fr)] gap-x-3 border-line border-t py-3 first:border-t-0 first:pt-1';
const pair = 'flex min-w-0 items-baseline justify-between gap-x-3';

/** Customers by total paid, of all time. */
export function TopCustomers({ currency, businessId, firstLoad }: PanelContext) {
  const state = usePanelState(halfYear(currency, businessId), firstLoad);
  return (
    <Panel title={texts.top.title} description={state.kind === 'full' ? state.asOf : undefined}>
      <TopCustomersBody state={state} currency={currency} />
    </Panel>
  );
}

function TopCustomersBody({ state, currency }: { state: PanelState<Report>; currency: Currency }) {
  if (state.kind === 'failed') return <PanelFailure title={texts.top.failed} state={state} />;
  if (state.kind === 'loading') return <LoadingList />;
  const { topCustomers } = state.data;
  const [first] = topCustomers;
  if (!first) return <EmptyState title={texts.top.empty} text={texts.top.emptyHint} icon={<HandCoins />} />;
  return (
    <ol className="px-4.5 pb-2">
      {topCustomers.map((customer) => (
        <CustomerLine key={customer.id} customer={customer} most={first.totalPaid} currency={currency} />
      ))}
    </ol>
  );
}

type CustomerLineProps = { customer: Customer; most: Minor; currency: Currency };

function CustomerLine({ customer, most, currency }: CustomerLineProps) {
  const { customerName, invoiceCount, totalPaid, averageInvoiceValue } = customer;
  return (
    <li className={line}>
      <Avatar name={customerName} className="mt-0.5" />
      <div className="min-w-0">
        <p className={pair}>
          <span className="wrap-anywhere line-clamp-2 min-w-0 font-semibold leading-tight">
            {customerName}
          </span>
          <Money amount={totalPaid} currency={currency} />
        </p>
        <p className={cn(pair, 'flex-wrap text-13 text-muted')}>
          <span>{texts.top.invoices(invoiceCount)}</span>
          <span className="tabular-nums">
            {texts.top.average(formatMoney(averageInvoiceValue, currency))}
          </span>
        </p>
        <span aria-hidden className="mt-2 block h-1.25 overflow-hidden rounded-full bg-sunken">
          <i className="block h-full rounded-full bg-c1" style={{ width: `${(100 * totalPaid) / most}%` }} />
        </span>
      </div>
    </li>
  );
}

function LoadingList() {
  return (
    <ul aria-hidden className="px-4.5 pb-2">
      {Array.from({ length: SKELETON_ROWS }, (_, at) => (
        <li key={at} className={line}>
          <Skeleton className="size-9.5 rounded-control" />
          <div>
            <span className={cn(pair, 'h-6')}>
              <Skeleton className="h-5 w-32" />
              <Skeleton className="h-5 w-24" />
            </span>
            <span className={pair}>
              <Skeleton className="h-4.5 w-16" />
              <Skeleton className="h-4.5 w-24" />
            </span>
            <Skeleton className="mt-2 h-1.25" />
          </div>
        </li>
      ))}
    </ul>
  );
}
