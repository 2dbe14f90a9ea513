import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HandCoins } from 'lucide-react';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { halfYear, type Report } from './api.ts';
import { type Look, lookOf } from './look.ts';
import { PanelFailure } from './panel-failure.tsx';
import { texts } from './texts.ts';
import type { Whose } from './whose.ts';

type Customer = Report['topCustomers'][number];

const SKELETON_ROWS = 5;
const line =
  'grid grid-cols-[2.375rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-line border-t py-3 first:border-t-0 first:pt-1';

/** Who paid most, of all time. */
export function TopCustomers({ currency, businessId, firstLoad }: Whose) {
  const look = lookOf(useQuery(halfYear(currency, businessId)), firstLoad);
  return (
    <Panel title={texts.top.title} description={look.kind === 'full' ? look.asOf : undefined}>
      <TopBody look={look} currency={currency} />
    </Panel>
  );
}

function TopBody({ look, currency }: { look: Look<Report>; currency: Currency }) {
  if (look.kind === 'failed') return <PanelFailure title={texts.top.failed} look={look} />;
  if (look.kind === 'loading') return <LoadingList />;
  const { topCustomers } = look.data;
  const [first] = topCustomers;
  if (!first) return <NobodyYet />;
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
      <Avatar name={customerName} className="row-span-2" />
      <span className="wrap-anywhere line-clamp-2 font-semibold leading-tight">{customerName}</span>
      <Money amount={totalPaid} currency={currency} className="text-end" />
      <span className="text-13 text-muted">{texts.top.invoices(invoiceCount)}</span>
      <span className="text-end text-13 text-muted tabular-nums">
        {texts.top.average(formatMoney(averageInvoiceValue, currency))}
      </span>
      <span
        aria-hidden
        className="col-span-2 col-start-2 mt-1.5 h-1.25 overflow-hidden rounded-full bg-sunken"
      >
        <i className="block h-full rounded-full bg-c1" style={{ width: `${(100 * totalPaid) / most}%` }} />
      </span>
    </li>
  );
}

function NobodyYet() {
  return (
    <EmptyState title={texts.top.empty} text={texts.top.emptyHint} icon={<HandCoins />}>
      <Link to="/dashboard/invoices" search={{ create: '1' }} className={buttonClass({ look: 'outline' })}>
        {texts.createInvoice}
      </Link>
    </EmptyState>
  );
}

function LoadingList() {
  return (
    <ul aria-hidden className="px-4.5 pb-2">
      {Array.from({ length: SKELETON_ROWS }, (_, at) => (
        <li key={at} className={line}>
          <Skeleton className="row-span-2 size-9.5 rounded-control" />
          <Skeleton className="h-5 w-32 max-w-full" />
          <Skeleton className="ml-auto h-5 w-28" />
          <Skeleton className="h-4 w-16" />
          <Skeleton className="ml-auto h-4 w-24" />
          <Skeleton className="col-span-2 col-start-2 mt-1.5 h-1.25" />
        </li>
      ))}
    </ul>
  );
}
