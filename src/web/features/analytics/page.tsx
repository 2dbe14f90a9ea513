import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Card } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { type Months, parseMonths, report } from './api.ts';
import { ChartCard } from './chart-card.tsx';
import { ExportButton } from './export-button.tsx';
import { methodsFigures, revenueFigures, statusFigures } from './figures.tsx';
import { Kpis, LoadingKpis } from './kpis.tsx';
import { PeriodSelect } from './period-select.tsx';
import { texts } from './texts.ts';
import { TopCustomers } from './top-customers.tsx';

// A chart without a period of its own follows the page's.
const defaults = { months: '6', trend: '', methods: '', status: '' };
const rows = 'grid gap-4 max-md:gap-2.5 [&>*]:min-w-0';

export function AnalyticsPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const { user } = useSession();
  const [url, set] = useUrlState(defaults);
  const months = parseMonths(url.months) ?? '6';
  const context = { currency, businessId: user?.businessId ?? '' };
  const chart = (key: 'trend' | 'methods' | 'status') => ({
    ...context,
    months: parseMonths(url[key]) ?? months,
    onMonths: (next: Months) => set({ [key]: next === months ? '' : next }),
  });
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <PeriodSelect
          label={texts.period}
          value={months}
          onChange={(next) => set({ ...defaults, months: next })}
          className="w-44"
        />
        <ExportButton {...context} months={months} />
      </PageHeader>
      <div className={rows}>
        <KpiSection {...context} months={months} />
        <ChartCard {...chart('trend')} labels={texts.revenue} figures={revenueFigures} heightClass="h-67.5" />
        <div className={cn(rows, 'xl:grid-cols-2')}>
          <ChartCard
            {...chart('methods')}
            labels={texts.methods}
            figures={methodsFigures}
            heightClass="h-49 max-lg:h-112"
          />
          <ChartCard
            {...chart('status')}
            labels={texts.status}
            figures={statusFigures}
            heightClass="h-49 max-lg:h-94"
          />
        </div>
        <TopCustomers {...context} months={months} />
      </div>
    </>
  );
}

type KpiSectionProps = Parameters<typeof report>[0];

/** The four cards of the page's period. */
function KpiSection(context: KpiSectionProps) {
  const { data, isPlaceholderData, failureCount } = useQuery(report(context));
  const retry = useRetryNow(report(context).queryKey);
  if ((!data || isPlaceholderData) && failureCount > 0)
    return (
      <Card>
        <ErrorState title={texts.failed} onRetry={retry} />
      </Card>
    );
  if (!data) return <LoadingKpis />;
  return (
    <div aria-busy={isPlaceholderData} className={cn(isPlaceholderData && 'opacity-60')}>
      <Kpis report={data} />
    </div>
  );
}
