import { useQuery } from '@tanstack/react-query';
import { useCurrency, useSession } from '../../lib/session.ts';
import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { type Months, report } from './api.ts';
import { MethodsChart, RevenueChart, StatusChart } from './charts.tsx';
import { Kpis } from './kpis.tsx';
import { texts } from './texts.ts';
import { TopCustomers } from './top-customers.tsx';

const choices: Months[] = ['3', '6', '12'];
const options = choices.map((value) => ({ value, label: texts.periods[value] }));

export function AnalyticsPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const { user } = useSession();
  const [{ months: asked }, set] = useUrlState({ months: '6' });
  const months = choices.find((choice) => choice === asked) ?? '6';
  const query = useQuery(report(currency, user?.businessId ?? '', months));
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
      {query.data && (
        <div className="grid gap-4">
          <Kpis report={query.data} months={months} />
          <RevenueChart report={query.data} months={months} />
          <div className="grid gap-4 xl:grid-cols-2">
            <MethodsChart report={query.data} />
            <StatusChart report={query.data} />
          </div>
          <TopCustomers report={query.data} />
        </div>
      )}
      {!query.data && query.isError && (
        <Card>
          <ErrorState title={texts.failed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        </Card>
      )}
      {!query.data && !query.isError && <Loading />}
    </>
  );
}

function Loading() {
  return (
    <div aria-hidden className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {Object.keys(texts.kpis)
          .slice(0, 4)
          .map((key) => (
            <Skeleton key={key} className="h-38 max-md:h-31" />
          ))}
      </div>
      <Skeleton className="h-96" />
    </div>
  );
}
