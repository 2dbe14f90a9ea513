import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { formatDate } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Panel } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Report, report, type ReportRequest } from './api.ts';
import { texts } from './texts.ts';

const { due: labels, quotes: quoteLabels } = texts;

/** Money still to come by the week it is due in, and what became of quotes where there are any. */
export function Outlook(request: ReportRequest) {
  const { data, failureCount } = useQuery(report(request));
  const retry = useRetryNow(report(request).queryKey);
  return (
    <>
      <Panel title={labels.title} description={labels.about}>
        {data ? (
          <ExpectedMoney report={data} />
        ) : failureCount > 0 ? (
          <ErrorState title={labels.failed} onRetry={retry} />
        ) : (
          <Skeleton className="mx-4.5 mb-4.5 h-80" />
        )}
      </Panel>
      {data && <QuotesAnswered report={data} />}
    </>
  );
}

type Row = { label: string; amount: Minor; isLate?: boolean };

function ExpectedMoney({ report: { currency, expected } }: { report: Report }) {
  const { overdue, weeks, later, undated } = expected;
  const others: Row[] = [
    { label: labels.later, amount: later },
    { label: labels.undated, amount: undated },
  ];
  const late: Row = { label: labels.overdue, amount: overdue, isLate: true };
  const rows: Row[] = [
    ...[late].filter(({ amount }) => amount > 0),
    ...weeks.map(({ from, amount }, at) => ({
      label: at === 0 ? labels.thisWeek : labels.weekFrom(formatDate(from, 'en', false)),
      amount,
    })),
    ...others.filter(({ amount }) => amount > 0),
  ];
  const most = Math.max(...rows.map(({ amount }) => amount));
  if (most === 0)
    return <EmptyState title={labels.empty(currency)} text={labels.emptyHint} icon={<CalendarCheck />} />;
  return (
    <ul className="px-4.5 pb-2">
      {rows.map(({ label, amount, isLate = false }) => (
        <li
          key={label}
          className="grid grid-cols-[8.5rem_minmax(0,1fr)_9rem] items-center gap-x-3 border-line border-t py-2.5 first:border-t-0 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-1.5"
        >
          <span>{label}</span>
          <span
            aria-hidden
            className="block h-1.5 overflow-hidden rounded-full bg-sunken max-sm:order-last max-sm:col-span-2"
          >
            <i
              className={cn('block h-full rounded-full', isLate ? 'bg-bad' : 'bg-c1')}
              style={{ width: `${(100 * amount) / most}%` }}
            />
          </span>
          <Money
            amount={amount}
            currency={currency}
            className={cn('text-end font-semibold', amount === 0 && 'text-muted', isLate && 'text-bad')}
          />
        </li>
      ))}
    </ul>
  );
}

/** An owner who sent no quote is not shown three zeros. */
function QuotesAnswered({ report: { currency, quotes } }: { report: Report }) {
  const { won, lost, waiting } = quotes;
  const decided = won.quotes + lost.quotes;
  if (decided + waiting.quotes === 0) return null;
  const rows = [
    { label: quoteLabels.won, ...won },
    { label: quoteLabels.lost, ...lost },
    { label: quoteLabels.waiting, ...waiting },
  ];
  return (
    <Panel
      title={quoteLabels.title}
      description={decided > 0 ? quoteLabels.share(won.quotes, decided) : quoteLabels.none}
    >
      <ul className="px-4.5 pb-2">
        {rows.map(({ label, quotes: count, total }) => (
          <li
            key={label}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t py-2.5 first:border-t-0"
          >
            <span>
              {label} <span className="whitespace-nowrap text-muted text-sm">{quoteLabels.count(count)}</span>
            </span>
            <Money amount={total} currency={currency} className="text-end font-semibold" />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
