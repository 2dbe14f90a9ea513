import { formatCount } from '#core/english.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Currency } from '#core/money.ts';
import { type PaymentInfo, paymentInfo } from '#web/lib/figures/payment-info.ts';
import { useReceivedCount } from '#web/lib/notifications/payment-received.ts';
import { Card, StatCard } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import { MoneyRipple } from '#web/ui/money-ripple.tsx';
import { TypedIn } from '#web/ui/typed-in.tsx';
import { halfYear, newestCustomers } from './api.ts';
import { ClothSun, MonthBars, NewestFaces, OverdueSplit, sunRoom } from './card-art.tsx';
import type { PanelContext } from './panel-context.ts';
import { PanelFailure } from './panel-failure.tsx';
import { usePanelState } from './panel-state.ts';
import { texts } from './texts.ts';

const row =
  'grid grid-cols-[1.72fr_0.95fr_1.15fr_0.95fr] gap-3.5 max-xl:grid-cols-3 max-md:grid-cols-2 max-md:gap-2.5 [&>*]:min-h-41 [&>*]:min-w-0 max-md:[&>*]:min-h-34';

/** The four figures of the home page. */
export function SummaryCards({ currency, businessId, firstLoad }: PanelContext) {
  const state = usePanelState(paymentInfo(currency, businessId), firstLoad);
  if (state.kind === 'failed')
    return (
      <Card>
        <PanelFailure title={texts.cards.failed} state={state} />
      </Card>
    );
  return (
    <section aria-label={texts.cards.label} aria-busy={state.kind === 'loading'}>
      <div className={row}>
        {state.kind === 'loading' ? (
          <LoadingCards />
        ) : (
          <FullCards info={state.data} currency={currency} businessId={businessId} />
        )}
      </div>
      {state.kind === 'full' && state.asOf && <p className="mt-2 text-13 text-muted">{state.asOf}</p>}
    </section>
  );
}

const first = 'max-xl:col-span-3 max-md:col-span-2';
// On phones the last card is one low line: its figure at the end, its caption below its title.
const fourth =
  'max-md:col-span-2 max-md:min-h-0! max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:[&>div:first-of-type]:col-start-2 max-md:[&>div:first-of-type]:row-span-2 max-md:[&>div:first-of-type]:row-start-1 max-md:[&>div:first-of-type]:mt-0 max-md:[&>div:last-of-type]:col-start-1 max-md:[&>div:last-of-type]:row-start-2 max-md:[&>div:last-of-type]:pt-0.5';

function LoadingCards() {
  return (
    <>
      <StatCard
        lead
        loading
        title={texts.cards.revenue}
        value=""
        className={cn(first, '[&_.skeleton]:opacity-15')}
      />
      <StatCard loading title={texts.cards.sent} value="" />
      <StatCard loading title={texts.cards.pending} value="" />
      <StatCard loading title={texts.cards.customers} value="" className={fourth} />
    </>
  );
}

type FullCardsProps = { info: PaymentInfo; currency: Currency; businessId: string };

function FullCards({ info, currency, businessId }: FullCardsProps) {
  const { data: report } = useQuery(halfYear(currency, businessId));
  const { data: newest = [] } = useQuery(newestCustomers(currency));
  const { allTime, invoices, customers, percentageChanges } = info;
  const { sent, part_paid: partPaid, due, overdue } = invoices.statuses;
  const received = useReceivedCount();
  return (
    <>
      <StatCard
        lead
        title={texts.cards.revenue}
        value={<FittedMoney amount={allTime.totalRevenue} currency={currency} />}
        caption={
          <span>
            <Trend percent={percentageChanges.revenue} lead />
            <TypedIn amount={allTime.typedIn} currency={currency} className="text-on-night" />
          </span>
        }
        art={
          <>
            <ClothSun />
            <MoneyRipple count={received} className="absolute top-1/2 left-16 size-40 -translate-y-1/2" />
          </>
        }
        className={cn(first, sunRoom)}
      />
      <StatCard
        title={texts.cards.sent}
        value={formatCount(invoices.sent)}
        caption={<Trend percent={percentageChanges.invoices} />}
        art={report && invoices.total > 0 && <MonthBars months={report.revenueTrends} />}
      />
      <StatCard
        title={texts.cards.pending}
        value={<FittedMoney amount={allTime.totalPendingPayments} currency={currency} />}
        caption={<Overdue count={invoices.overdue} />}
        art={<OverdueSplit overdue={invoices.overdue} unpaid={sent + partPaid + due + overdue} />}
      />
      <StatCard
        title={texts.cards.customers}
        value={formatCount(customers.activeCustomers)}
        caption={
          newest[0] && (
            <span className="truncate" title={newest[0].name}>
              {texts.cards.newest(newest[0].name)}
            </span>
          )
        }
        art={<NewestFaces names={newest} />}
        className={fourth}
      />
    </>
  );
}

function Trend({ percent, lead = false }: { percent: number | null; lead?: boolean }): ReactNode {
  if (percent === null) return null;
  const good = lead ? 'text-night-ok' : 'text-ok';
  const bad = lead ? 'text-on-night' : 'text-bad';
  return (
    <span>
      <span className={cn('whitespace-nowrap font-semibold', percent > 0 && good, percent < 0 && bad)}>
        {percent !== 0 && <span aria-hidden>{percent > 0 ? '↑ ' : '↓ '}</span>}
        {percent === 0 ? texts.cards.same : texts.cards.change(percent)}
      </span>{' '}
      <span className="inline-block">{texts.cards.against}</span>
    </span>
  );
}

function Overdue({ count }: { count: number }) {
  if (count === 0) return texts.cards.overdue(0);
  return (
    <Link
      to="/dashboard/invoices"
      search={{ status: 'overdue', period: 'all' }}
      className="-my-3 py-3 font-semibold text-bad underline-offset-4 hover:underline"
    >
      {texts.cards.overdue(count)}
    </Link>
  );
}
