import type { ReactNode } from 'react';
import { Change, StatCard } from '#web/ui/card.tsx';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import type { Report } from './api.ts';
import { texts } from './texts.ts';

const words = texts.kpis;
const row = 'grid grid-cols-2 gap-4 max-md:gap-2.5 xl:grid-cols-4';

/** The four figures of the period, each with its change where there is something to compare with. */
export function Kpis({ report }: { report: Report }) {
  const { currency, months, totalRevenue, invoicesSent, successRate, averageValue } = report;
  const against = words.against(months);
  return (
    <div className={row}>
      <StatCard
        title={words.revenue}
        value={<FittedMoney amount={totalRevenue.amount} currency={currency} />}
        caption={<Compared percent={totalRevenue.change} against={against} />}
      />
      <StatCard
        title={words.sent}
        value={invoicesSent.amount.toLocaleString('en-NG')}
        caption={<Compared percent={invoicesSent.change} against={against} />}
      />
      <StatCard
        title={words.success}
        value={successRate.amount === null ? <Unknown /> : `${successRate.amount}%`}
        caption={
          successRate.change === null && successRate.amount !== null ? (
            words.successHint
          ) : (
            <Compared percent={successRate.change} against={against} />
          )
        }
      />
      <StatCard
        title={words.average}
        value={
          averageValue.amount === 0 ? (
            <Unknown />
          ) : (
            <FittedMoney amount={averageValue.amount} currency={currency} />
          )
        }
        caption={<Compared percent={averageValue.change} against={against} />}
      />
    </div>
  );
}

/** An average of nothing is not zero, nor is its share of success. */
const Unknown = () => <span className="font-semibold text-muted text-xl">{words.nothing}</span>;

/** Cards of the final size while the figures are on their way. */
export function LoadingKpis() {
  return (
    <div className={row}>
      {[words.revenue, words.sent, words.success, words.average].map((title) => (
        <StatCard key={title} loading title={title} value="" />
      ))}
    </div>
  );
}

function Compared({ percent, against }: { percent: number | null; against: string }): ReactNode {
  if (percent === null) return null;
  return (
    <span>
      {percent === 0 ? words.same : <Change percent={percent} />}{' '}
      <span className="inline-block">{against}</span>
    </span>
  );
}
