import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { useCurrency, useSession } from '../../lib/session.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Card, Panel } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { Select } from '../../ui/select.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { type Months, type Report, report } from './api.ts';
import { MethodsChart, RevenueChart, StatusChart } from './charts.tsx';
import { Kpis, LoadingKpis } from './kpis.tsx';
import { texts } from './texts.ts';
import { TopCustomers } from './top-customers.tsx';

const choices: Months[] = ['3', '6', '12'];
const options = choices.map((value) => ({ value, label: texts.periods[value] }));
const rows = 'grid gap-4 max-md:gap-2.5 [&>*]:min-w-0';
const pair = `${rows} xl:grid-cols-2`;

export function AnalyticsPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const { user } = useSession();
  const [{ months: asked }, set] = useUrlState({ months: '6' });
  const months = choices.find((choice) => choice === asked) ?? '6';
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Select
          label={texts.period}
          value={months}
          onChange={(next) => set({ months: next })}
          options={options}
          className="w-48"
        />
      </PageHeader>
      <Figures query={useQuery(report(currency, user?.businessId ?? '', months))} />
    </>
  );
}

type FiguresProps = { query: UseQueryResult<Report> };

function Figures({ query: { data, isPlaceholderData, failureCount, isFetching, refetch } }: FiguresProps) {
  const unread = !data || isPlaceholderData;
  if (unread && failureCount > 0)
    return (
      <Card>
        <ErrorState title={texts.failed} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  if (!data) return <Loading />;
  return (
    <div aria-busy={isPlaceholderData} className={cn(rows, isPlaceholderData && 'opacity-60')}>
      <Kpis report={data} />
      <RevenueChart report={data} />
      <div className={pair}>
        <MethodsChart report={data} />
        <StatusChart report={data} />
      </div>
      <TopCustomers report={data} />
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy className={rows}>
      <LoadingKpis />
      <LoadingPanel title={texts.revenue.title} className="h-68" />
      <div className={pair}>
        <LoadingPanel title={texts.methods.title} className="h-60 max-lg:h-105" />
        <LoadingPanel title={texts.status.title} className="h-60 max-lg:h-88" />
      </div>
      <LoadingPanel title={texts.top.title} className="h-80" />
    </div>
  );
}

function LoadingPanel({ title, className }: { title: string; className: string }) {
  return (
    <Panel title={title}>
      <Skeleton className={cn('mx-4.5 mb-4.5', className)} />
    </Panel>
  );
}
