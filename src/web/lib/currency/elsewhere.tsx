import { formatMoney } from '#core/money.ts';
import { cn } from '#web/ui/cn.ts';
import type { Today } from '../figures/today.ts';
import { ShowCurrency } from './show.tsx';
import { texts } from './texts.ts';

/** Money in the other currency, told with how to see it: the figures of a page are of one. */
export function Elsewhere({ today, className }: { today: Today | undefined; className?: string }) {
  const other = today?.elsewhere;
  if (!other) return null;
  const { currency, unpaid, available } = other;
  const words = [
    unpaid.invoices > 0 && texts.owed(formatMoney(unpaid.amount, currency), currency),
    available > 0 && texts.ready(formatMoney(available, currency)),
  ];
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <p className="min-w-0 flex-1 basis-40 text-sm">{words.filter(Boolean).join(' ')}</p>
      <ShowCurrency currency={currency} />
    </div>
  );
}
