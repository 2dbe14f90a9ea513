import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { type ChartFigures, ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { cn } from '#web/ui/cn.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Months, type Report, report, type ReportRequest } from './api.ts';
import { PeriodSelect } from './period-select.tsx';
import { texts } from './texts.ts';

type ChartCardProps = ReportRequest & {
  onMonths: (months: Months) => void;
  labels: { title: string; empty: string; hint: string };
  figures: (report: Report) => ChartFigures;
  /** The height of the chart to come. */
  heightClass: string;
};

/** One chart with a period of its own; it loads and fails by itself. */
export function ChartCard({ onMonths, labels, figures, heightClass, ...request }: ChartCardProps) {
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
