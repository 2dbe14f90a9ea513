import type { ReactNode } from 'react';
import { Change, StatCard } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import type { Months, Report } from './api.ts';
import { texts } from './texts.ts';

/** The four figures of the period, each with its change where there is something to compare with. */
export function Kpis({ report, months }: { report: Report; months: Months }) {
  const { currency, totalRevenue, invoicesSent, successRate, averageValue } = report;
  const words = texts.kpis;
  const against = words.against(months);
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1 xl:grid-cols-4">
      <StatCard
        title={words.revenue}
        value={<Money amount={totalRevenue.amount} currency={currency} />}
        caption={<Compared percent={totalRevenue.change} against={against} />}
      />
      <StatCard
        title={words.sent}
        value={invoicesSent.amount.toLocaleString('en-NG')}
        caption={<Compared percent={invoicesSent.change} against={against} />}
      />
      <StatCard
        title={words.success}
        value={successRate.amount === null ? words.nothing : `${successRate.amount}%`}
        caption={successRate.amount === null ? undefined : words.successHint}
      />
      <StatCard
        title={words.average}
        value={<Money amount={averageValue.amount} currency={currency} />}
        caption={<Compared percent={averageValue.change} against={against} />}
      />
    </div>
  );
}

function Compared({ percent, against }: { percent: number | null; against: string }): ReactNode {
  if (percent === null) return null;
  return (
    <>
      <Change percent={percent} /> {against}
    </>
  );
}
