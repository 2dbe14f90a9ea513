import { formatCount } from '#core/english.ts';
import { paymentMethods } from '#contract/payments.ts';
import type { Minor } from '#core/money.ts';
import { offlineMethods } from '#core/payment-methods.ts';
import { displayStatusNames, type displayStatuses } from '#core/invoice/display-status.ts';
import { formatMoney, minor } from '#core/money.ts';
import { keysOf } from '#core/records.ts';
import { formatShortMoney } from '#web/lib/format.ts';
import type { ChartFigures } from '#web/ui/charts/chart-panel.tsx';
import { LineChart } from '#web/ui/charts/line-chart.tsx';
import { RingChart } from '#web/ui/charts/ring-chart.tsx';
import type { ChartColor } from '#web/ui/charts/scale.ts';
import type { Report } from './api.ts';
import { shareOf, texts } from './texts.ts';

/** Money received, month by month. */
export function revenueFigures({ currency, revenueTrends, months }: Report): ChartFigures {
  const labels = texts.revenue;
  const points = revenueTrends.map(({ label, revenue, invoiceCount }) => ({
    label,
    tick: label.slice(0, 3),
    value: revenue,
    short: formatShortMoney(revenue, currency),
    tooltip: labels.point(label, formatMoney(revenue, currency), invoiceCount),
  }));
  const rows = revenueTrends.map(({ label, revenue, invoiceCount }) => [
    label,
    formatMoney(revenue, currency),
    formatCount(invoiceCount),
  ]);
  return {
    isEmpty: revenueTrends.every(({ revenue }) => revenue === 0),
    table: { columns: labels.columns, rows },
    chart: (
      <LineChart
        label={labels.label(months)}
        points={points}
        axis={(value) => formatShortMoney(minor(Math.round(value)), currency)}
      />
    ),
  };
}

const methodColors: Record<(typeof paymentMethods)[number], ChartColor> = {
  bank_transfer: 'c1',
  card: 'c2',
  qr_code: 'c3',
  ussd: 'c4',
  wallet: 'c5',
};

const unconfirmed = [...offlineMethods, 'statement'] as const;
// Full colours are of money that providers confirmed, so no two parts have one.
const typedColors: Record<(typeof unconfirmed)[number], ChartColor> = {
  cash: 'pale c3',
  pos: 'pale c2',
  bank_transfer: 'pale c1',
  cheque: 'pale c5',
  other: 'pale muted',
  statement: 'muted',
};

type Methods = Pick<Report, 'currency' | 'paymentMethods' | 'typedIn'>;

/** Money received by payment method; what was typed in stands apart, after what providers confirmed. */
export function methodsFigures({ currency, paymentMethods: sums, typedIn }: Methods): ChartFigures {
  const labels = texts.methods;
  const sliceOf = (label: string, amount: Minor, color: ChartColor) => ({
    label,
    value: amount,
    formattedValue: formatMoney(amount, currency),
    share: shareOf(amount, sums.total),
    color,
  });
  const slices = [
    ...paymentMethods.map((method) => sliceOf(labels.names[method], sums[method], methodColors[method])),
    ...typedIn.map(({ method, amount }) => {
      const known = unconfirmed.find((one) => one === method) ?? 'other';
      return sliceOf(labels.typed[known], amount, typedColors[known]);
    }),
  ].filter(({ value }) => value > 0);
  return {
    isEmpty: slices.length === 0,
    table: {
      columns: labels.columns,
      rows: slices.map(({ label, formattedValue: told, share }) => [label, told, share]),
    },
    chart: <RingChart label={labels.label} slices={slices} hole={0} />,
  };
}

const statusColors: Record<(typeof displayStatuses)[number], ChartColor> = {
  paid: 'c3',
  overdue: 'c2',
  due: 'c4',
  part_paid: 'c5',
  sent: 'c1',
  pending: 'pale muted',
  credited: 'pale c3',
  written_off: 'pale c2',
};

/** How many invoices stand where. */
export function statusFigures({ invoiceStatus }: Pick<Report, 'invoiceStatus'>): ChartFigures {
  const labels = texts.status;
  const { statuses } = invoiceStatus;
  const slices = keysOf(statusColors)
    .filter((status) => statuses[status] > 0)
    .map((status) => ({
      label: displayStatusNames[status],
      value: statuses[status],
      formattedValue: formatCount(statuses[status]),
      share: shareOf(statuses[status], invoiceStatus.total),
      color: statusColors[status],
    }));
  return {
    isEmpty: invoiceStatus.total === 0,
    table: {
      columns: labels.columns,
      rows: slices.map(({ label, formattedValue: told, share }) => [label, told, share]),
    },
    chart: (
      <RingChart
        label={labels.label}
        slices={slices}
        hole={0.62}
        middle={
          <>
            <b className="num text-2xl">{formatCount(invoiceStatus.total)}</b>
            <span className="text-muted text-sm">{labels.total(invoiceStatus.total)}</span>
          </>
        }
      />
    ),
  };
}
