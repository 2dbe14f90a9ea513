import { formatCount } from '#core/english.ts';
import { useQuery } from '@tanstack/react-query';
import { displayStatuses, displayStatusNames } from '#core/invoice/display-status.ts';
import { todayQuery } from '#web/lib/figures/today.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { cn } from '#web/ui/cn.ts';
import type { InvoiceFilters } from './api.ts';
import { texts } from './texts.ts';

/** Shown where there are any: most owners never have one. */
const RARE: readonly string[] = ['credited', 'written_off'];

type StatusChipsProps = { status: string; onFilter: (change: Partial<InvoiceFilters>) => void };

/** How many invoices there are of each status, whatever their age; a press lists just those. */
export function StatusChips({ status, onFilter }: StatusChipsProps) {
  const { data } = useQuery(todayQuery(useCurrency()));
  return (
    <ul
      aria-label={texts.chips}
      className="mb-2.5 flex min-h-11 gap-2 overflow-x-auto [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
    >
      {displayStatuses.map((name) => {
        const filter = name === 'due' ? 'due_today' : name;
        const pressed = status === filter;
        const count = data?.statuses[name];
        if (RARE.includes(name) && !count && !pressed) return null;
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={pressed}
              onClick={() =>
                onFilter(pressed ? { status: 'all' } : { status: filter, period: 'all', search: '' })
              }
              className={cn(
                'flex min-h-9 items-center gap-1.5 whitespace-nowrap rounded-full border px-3.5 font-medium text-sm max-md:min-h-11',
                pressed
                  ? 'border-primary bg-primary-soft text-primary'
                  : 'border-line bg-surface text-ink hover:border-line-strong',
              )}
            >
              {displayStatusNames[name]}
              <span className={cn('min-w-4 text-center tabular-nums', !pressed && 'text-muted')}>
                {count !== undefined && formatCount(count)}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
