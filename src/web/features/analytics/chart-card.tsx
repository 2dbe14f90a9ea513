import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { type ChartFigures, ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { cn } from '#web/ui/cn.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Months, type Report, report, type Wanted } from './api.ts';
import { PeriodSelect } from './period-select.tsx';
import { texts } from './texts.ts';

type ChartCardProps = Wanted & {
  onMonths: (months: Months) => void;
  words: { title: string; empty: string; hint: string };
  figures: (report: Report) => ChartFigures;
  /** The height of the chart to come. */
  room: string;
};

/** One chart with a period of its own; it loads and fails by itself. */
export function ChartCard({ onMonths, words, figures, room, ...wanted }: ChartCardProps) {
  const { data, isPlaceholderData, failureCount } = useQuery(report(wanted));
  const retry = useRetryNow(report(wanted).queryKey);
  const failed = (!data || isPlaceholderData) && failureCount > 0;
  let instead: ReactNode;
  if (failed) instead = <ErrorState title={texts.chartFailed} onRetry={retry} />;
  else if (!data) instead = <Skeleton className={cn('mx-4.5 mb-4.5', room)} />;
  return (
    <ChartPanel
      title={words.title}
      empty={{ title: words.empty, hint: words.hint }}
      figures={data && figures(data)}
      instead={instead}
      stale={isPlaceholderData}
      words={texts.table}
      tools={
        <PeriodSelect
          label={texts.periodOf(words.title)}
          value={wanted.months}
          onChange={onMonths}
          className="min-h-9 w-37 shrink-0 rounded-md px-3 text-sm max-md:min-h-11"
        />
      }
    />
  );
}
