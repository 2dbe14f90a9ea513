import { formatCount } from '#core/english.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Currency } from '#core/money.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Card, StatCard } from '#web/ui/card.tsx';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { TypedIn } from '#web/ui/typed-in.tsx';
import { type Metrics, paymentMetrics } from './api.ts';
import { formatDifference, formatHours, texts } from './texts.ts';

/** Total received, and the last 30 days compared with the 30 before. */
export function Stats({ currency }: { currency: Currency }) {
  const { data, failureCount } = useQuery(paymentMetrics(currency));
  const retry = useRetryNow(paymentMetrics(currency).queryKey);
  if (!data && failureCount > 0)
    return (
      <Card className="mb-4">
        <ErrorState title={texts.stats.failed} onRetry={retry} />
      </Card>
    );
  return (
    <section
      aria-label={texts.stats.heading}
      className="mb-4 grid grid-cols-2 gap-4 md:[&>*]:min-h-40 max-md:[&>*]:min-h-35 max-md:gap-2.5 md:grid-cols-3 xl:grid-cols-[1.5fr_1fr_1fr_1fr]"
    >
      <StatCard
        lead
        className="max-xl:col-span-3 max-md:col-span-2"
        title={texts.stats.received}
        loading={!data}
        value={data && <FittedMoney amount={data.totalPaymentsReceived} currency={currency} />}
        caption={
          data && (
            <span>
              <Comparison {...receivedChange(data)} lead />
              <TypedIn amount={data.typedIn} currency={currency} className="text-on-night" />
            </span>
          )
        }
      />
      <StatCard
        title={texts.stats.successful}
        loading={!data}
        value={data && formatCount(data.successfulPayments)}
        caption={data && <Comparison {...successfulChange(data)} />}
      />
      <StatCard
        title={texts.stats.pending}
        loading={!data}
        value={data && formatCount(data.pendingPayments)}
        caption={data && <PendingCaption metrics={data} />}
      />
      <StatCard
        className="max-md:col-span-2"
        title={texts.stats.time}
        loading={!data}
        value={
          data &&
          (data.averagePaymentTime === null ? texts.stats.noTime : formatHours(data.averagePaymentTime))
        }
        caption={data && <TimeCaption metrics={data} />}
      />
    </section>
  );
}

function PendingCaption({ metrics }: { metrics: Metrics }) {
  if (metrics.percentageChanges.pendingPayments !== null) return <Comparison {...pendingChange(metrics)} />;
  if (metrics.failedPayments === 0) return null;
  return <span>{texts.stats.notThrough(metrics.failedPayments)}</span>;
}

function TimeCaption({ metrics }: { metrics: Metrics }): ReactNode {
  if (metrics.averagePaymentTime === null) return <span>{texts.stats.none}</span>;
  const hours = metrics.changes.averagePaymentHours;
  if (hours === null) return null;
  const span = formatDifference(hours);
  if (span === null) return <span>{texts.stats.sameTime}</span>;
  return (
    <span>
      <strong className={`font-semibold ${hours < 0 ? 'text-ok' : 'text-bad'}`}>
        {hours < 0 ? texts.stats.faster(span) : texts.stats.slower(span)}
      </strong>{' '}
      {texts.stats.thanBefore}
    </span>
  );
}

type Change = {
  percent: number | null;
  format: (percent: number) => string;
  isGood: boolean;
};

const receivedChange = ({ percentageChanges: { total } }: Metrics): Change => ({
  percent: total,
  format: isUp(total) ? texts.stats.increase : texts.stats.decrease,
  isGood: isUp(total),
});

const successfulChange = ({ percentageChanges: { successfulPayments } }: Metrics): Change => ({
  percent: successfulPayments,
  format: isUp(successfulPayments) ? texts.stats.more : texts.stats.fewer,
  isGood: isUp(successfulPayments),
});

const pendingChange = ({ percentageChanges: { pendingPayments } }: Metrics): Change => ({
  percent: pendingPayments,
  format: isUp(pendingPayments) ? texts.stats.increase : texts.stats.decrease,
  isGood: !isUp(pendingPayments),
});

const isUp = (percent: number | null) => (percent ?? 0) > 0;

/** Nothing where there is nothing to compare with. */
function Comparison({ percent, format, isGood, lead = false }: Change & { lead?: boolean }): ReactNode {
  if (percent === null) return null;
  const tone = isGood ? (lead ? 'text-night-ok' : 'text-ok') : lead ? 'text-on-night' : 'text-bad';
  return (
    <span>
      {percent === 0 ? (
        texts.stats.same
      ) : (
        <strong className={`font-semibold ${tone}`}>{format(Math.abs(percent))}</strong>
      )}{' '}
      {texts.stats.than}
    </span>
  );
}
