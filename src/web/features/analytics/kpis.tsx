import { formatCount } from '#core/english.ts';
import type { ReactNode } from 'react';
import { Change, StatCard } from '#web/ui/card.tsx';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import type { Report } from './api.ts';
import { texts } from './texts.ts';

const labels = texts.kpis;
const row = 'grid grid-cols-2 gap-4 max-md:gap-2.5 xl:grid-cols-4';

/** The four figures of the period, each with its change where there is something to compare with. */
export function Kpis({ report }: { report: Report }) {
  const { currency, months, totalRevenue, invoicesSent, successRate, averageValue } = report;
  const comparedTo = labels.against(months);
  return (
    <div className={row}>
      <StatCard
        title={labels.revenue}
        value={<FittedMoney amount={totalRevenue.amount} currency={currency} />}
        caption={<ChangeCaption percent={totalRevenue.change} comparedTo={comparedTo} />}
      />
      <StatCard
        title={labels.sent}
        value={formatCount(invoicesSent.amount)}
        caption={<ChangeCaption percent={invoicesSent.change} comparedTo={comparedTo} />}
      />
      <StatCard
        title={labels.success}
        value={successRate.amount === null ? <Unknown /> : `${successRate.amount}%`}
        caption={
          successRate.change === null && successRate.amount !== null ? (
            labels.successHint
          ) : (
            <ChangeCaption percent={successRate.change} comparedTo={comparedTo} />
          )
        }
      />
      <StatCard
        title={labels.average}
        value={
          averageValue.amount === 0 ? (
            <Unknown />
          ) : (
            <FittedMoney amount={averageValue.amount} currency={currency} />
          )
        }
        caption={<ChangeCaption percent={averageValue.change} comparedTo={comparedTo} />}
      />
    </div>
  );
}

/** An average of nothing is not zero, nor is its share of success. */
const Unknown = () => <span className="font-semibold text-muted text-xl">{labels.nothing}</span>;

/** Cards of the final size while the figures are on their way. */
export function LoadingKpis() {
  return (
    <div className={row}>
      {[labels.revenue, labels.sent, labels.success, labels.average].map((title) => (
        <StatCard key={title} loading title={title} value="" />
      ))}
    </div>
  );
}

function ChangeCaption({ percent, comparedTo }: { percent: number | null; comparedTo: string }): ReactNode {
  if (percent === null) return null;
  return (
    <span>
      {percent === 0 ? labels.same : <Change percent={percent} />}{' '}
      <span className="inline-block">{comparedTo}</span>
    </span>
  );
}
