import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ExportButton } from '#web/lib/files/export-button.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Card } from '#web/ui/card.tsx';
import { type ChartFigures, ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { cn } from '#web/ui/cn.ts';
import { Select } from '#web/ui/select.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import {
  type Months,
  parseMonths,
  periods,
  report,
  type Report,
  type ReportRequest,
  saveCreditNotes,
  saveReport,
} from './api.ts';
import { methodsFigures, revenueFigures, statusFigures } from './figures.tsx';
import { Kpis, LoadingKpis } from './kpis.tsx';
import { Outlook } from './outlook.tsx';
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
        <ExportButton
          label={texts.exportReport}
          onSave={(format) => saveReport({ ...context, months }, format)}
          more={{
            label: texts.creditNotes,
            onSave: (format) => saveCreditNotes({ currency, months }, format),
          }}
        />
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
        <Outlook {...context} months={months} />
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

type ChartCardProps = ReportRequest & {
  onMonths: (months: Months) => void;
  labels: { title: string; empty: string; hint: string };
  figures: (report: Report) => ChartFigures;
  /** The height of the chart to come. */
  heightClass: string;
};

/** One chart with a period of its own; it loads and fails by itself. */
function ChartCard({ onMonths, labels, figures, heightClass, ...request }: ChartCardProps) {
  const { data, isPlaceholderData, failureCount } = useQuery(report(request));
  const retry = useRetryNow(report(request).queryKey);
  const failed = (!data || isPlaceholderData) && failureCount > 0;
  let placeholder: ReactNode;
  if (failed) placeholder = <ErrorState title={texts.chartFailed} onRetry={retry} />;
  else if (!data) placeholder = <Skeleton className={cn('mx-4.5 mb-4.5', heightClass)} />;
  return (
    <ChartPanel
      title={labels.title}
      empty={{ title: labels.empty, hint: labels.hint }}
      figures={data && figures(data)}
      placeholder={placeholder}
      stale={isPlaceholderData}
      labels={texts.table}
      tools={
        <PeriodSelect
          label={texts.periodOf(labels.title)}
          value={request.months}
          onChange={onMonths}
          className="min-h-9 w-37 shrink-0 rounded-md px-3 text-sm max-md:min-h-11"
        />
      }
    />
  );
}

type PeriodSelectProps = {
  label: string;
  value: Months;
  onChange: (months: Months) => void;
  className?: string;
};

const options = periods.map((value) => ({ value, label: texts.periods[value] }));

/** Three, six or twelve months. */
function PeriodSelect({ label, value, onChange, className }: PeriodSelectProps) {
  return (
    <Select
      label={label}
      value={value}
      onChange={(next) => onChange(parseMonths(next) ?? value)}
      options={options}
      className={className}
    />
  );
}
