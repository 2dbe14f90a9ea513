import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { formatDate } from '#web/lib/format.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx';
import { type Plan, planList } from './api.ts';
import { rhythmWords } from './schedule.ts';
import { texts } from './texts.ts';

type PlanListProps = { currency: Currency; onOpen: (id: string) => void };

/** Repeating invoices, running ones first. */
export function PlanList({ currency, onOpen }: PlanListProps) {
  const { data, failureCount } = useQuery(planList(currency));
  const retry = useRetryNow(planList(currency).queryKey);
  if (!data && failureCount > 0)
    return (
      <Card>
        <ErrorState title={texts.retry} onRetry={retry} />
      </Card>
    );
  if (data?.length === 0)
    return (
      <Card>
        <EmptyState title={texts.empty} text={texts.hint} icon={<Repeat />} />
      </Card>
    );
  return (
    <Card className="overflow-hidden p-0">
      <ul aria-label={texts.title} className="divide-y divide-line">
        {data
          ? data.map((plan) => <PlanRow key={plan.id} plan={plan} onOpen={() => onOpen(plan.id)} />)
          : Array.from({ length: 3 }, (_, at) => (
              <li key={at} aria-hidden className="px-4.5 py-4">
                <Skeleton className="h-5 w-56 max-w-full" />
                <Skeleton className="mt-2 h-4 w-40" />
              </li>
            ))}
      </ul>
    </Card>
  );
}

function PlanRow({ plan, onOpen }: { plan: Plan; onOpen: () => void }) {
  const { customerName, nextTitle, totalAmount, currency, state, next, last } = plan;
  const made = last ? texts.last(last.invoiceNumber, formatDate(last.day)) : texts.none;
  return (
    <li data-row={plan.id}>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full flex-wrap items-center gap-x-4 gap-y-1.5 px-4.5 py-3.5 text-left hover:bg-sunken"
      >
        <span className="wrap-anywhere min-w-0 flex-1 basis-56">
          <span className="block font-medium">
            {[customerName, nextTitle].filter((word) => word !== '').join(' · ')}
          </span>
          <span className="block text-13 text-muted">
            {rhythmWords(plan)}
            {next && state === 'active' && ` · ${texts.next(formatDate(next.day))}`}
          </span>
          <span className="block text-13 text-muted">{made}</span>
        </span>
        <Money amount={totalAmount} currency={currency} className="font-semibold" />
        <PlanBadges plan={plan} />
      </button>
    </li>
  );
}

const tones = { active: 'ok', paused: 'warn', ended: 'neutral' } as const;

/** State of a plan, and what waits for its owner. */
export function PlanBadges({ plan: { state, missed, problem, pastDue } }: { plan: Plan }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {problem !== null && <Badge tone="bad">{texts.notMade}</Badge>}
      {pastDue && <Badge tone="bad">{texts.pastDue}</Badge>}
      {missed > 0 && <Badge tone="warn">{texts.missed(missed)}</Badge>}
      <Badge tone={tones[state]}>{texts.states[state]}</Badge>
    </span>
  );
}
