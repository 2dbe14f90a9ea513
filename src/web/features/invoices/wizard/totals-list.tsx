import type { ReactNode } from 'react';
import { type Currency, type Minor, subtract, ZERO } from '#core/money.ts';
import type { Totals } from '#core/totals.ts';
import { formatPercent } from '#web/lib/format.ts';
import { cn } from '#web/ui/cn.ts';
import { Money } from '#web/ui/money.tsx';
import { wizardTexts } from './texts.ts';

type TotalsListProps = { totals: Totals; taxBps: number; currency: Currency; className?: string };

/** Subtotal, discount, tax and total, as the server will count them. */
export function TotalsList({ totals, taxBps, currency, className }: TotalsListProps) {
  const labels = wizardTexts.totals;
  return (
    <dl className={cn('grid gap-2.5 text-15', className)}>
      <Row name={labels.subtotal} amount={totals.subtotal} currency={currency} />
      {totals.discount > 0 && (
        <Row name={labels.discount} amount={subtract(ZERO, totals.discount)} currency={currency} />
      )}
      {taxBps > 0 && <Row name={labels.tax(formatPercent(taxBps))} amount={totals.tax} currency={currency} />}
      <Row
        name={labels.total}
        amount={totals.total}
        currency={currency}
        className="mt-1 items-baseline border-line border-t pt-3.5 font-bold [&_dd]:text-2xl [&_dt]:text-ink"
      />
    </dl>
  );
}

type RowProps = { name: ReactNode; amount: Minor; currency: Currency; className?: string };

function Row({ name, amount, currency, className }: RowProps) {
  return (
    <div className={cn('flex flex-wrap justify-between gap-x-4', className)}>
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto font-semibold">
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}
