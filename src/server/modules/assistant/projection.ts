import { MAX_SUM, type Minor, minor } from '#core/money.ts';

/** Sales expected in one month to come, in minor units; `low` and `high` hold about four of five outcomes. */
export type ExpectedMonth = { low: Minor; likely: Minor; high: Minor };

export type Projection = {
  months: ExpectedMonth[];
  total: ExpectedMonth;
  /** Number of months it is based on. */
  history: number;
  average: Minor;
  /** Added by the trend each month, before it fades. */
  trend: number;
  /** Fewer than three whole months: a plain run rate. */
  rough: boolean;
};

const MAX_HISTORY = 12;
const MIN_FOR_TREND = 3;
// A trend of a few months seldom lasts for years, so each month keeps nine tenths of it.
const TREND_DECAY = 0.9;
// Four of five outcomes of a normal spread lie within this many deviations.
const EIGHTY_PERCENT = 1.28;
const ROUGH_SPREAD = 0.5;
// However evenly months went so far, the next will not hit the line.
const MIN_SPREAD = 0.1;
// Estimates are given with about four significant figures, not to the kobo.
const SIGNIFICANT_FIGURES = 3;

/**
 * Carries the monthly sales forward: the straight line that fits the last twelve whole months best (least squares), its
 * slope fading by a tenth a month; the range is the usual prediction interval of such a line: from how far the months lay
 * from it, widening with the distance. Never below zero. Null without any sales. Amounts in minor units, oldest month first.
 * `skip` months after the last known one are passed over, such as the one that is still running; of one that is projected,
 * `came` came in already.
 */
export function project(
  received: readonly Minor[],
  horizonMonths: number,
  skip = 0,
  came = minor(0),
): Projection | null {
  const months = received.slice(-MAX_HISTORY);
  const average = mean(months);
  if (months.length === 0 || average <= 0) return null;
  const rough = months.length < MIN_FOR_TREND;
  const { slope, end, spreadAt } = rough
    ? { slope: 0, end: average, spreadAt: (ahead: number) => average * ROUGH_SPREAD * Math.sqrt(ahead) }
    : lineThrough(months);
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(average)) - SIGNIFICANT_FIGURES);
  let likely = end;
  let step = slope;
  const ahead = Array.from({ length: skip + horizonMonths }, (_, at) => {
    likely = Math.max(0, likely + step);
    step *= TREND_DECAY;
    return atLeast(at === 0 ? came : minor(0), rangeAround(likely, EIGHTY_PERCENT * spreadAt(at + 1), unit));
  }).slice(skip);
  return {
    months: ahead,
    total: {
      low: total(ahead.map((month) => month.low)),
      likely: total(ahead.map((month) => month.likely)),
      high: total(ahead.map((month) => month.high)),
    },
    history: months.length,
    average: amount(average),
    trend: Math.round(slope),
    rough,
  };
}

function lineThrough(values: readonly number[]) {
  const middle = (values.length - 1) / 2;
  const level = mean(values);
  const numerator = values.reduce((sum, value, at) => sum + (at - middle) * (value - level), 0);
  const denominator = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const slope = numerator / denominator;
  const residuals = values.map((value, at) => value - (level + slope * (at - middle)));
  const residualDeviation = Math.sqrt(
    residuals.reduce((sum, residual) => sum + residual ** 2, 0) / Math.max(1, values.length - 2),
  );
  const spread = Math.max(residualDeviation, level * MIN_SPREAD);
  const spreadAt = (ahead: number) =>
    spread * Math.sqrt(1 + 1 / values.length + (middle + ahead) ** 2 / denominator);
  return { slope, end: Math.max(0, level + slope * middle), spreadAt };
}

function rangeAround(likely: number, margin: number, unit: number): ExpectedMonth {
  const rounded = (value: number) => amount(Math.round(value / unit) * unit);
  return {
    low: rounded(Math.max(0, likely - margin)),
    likely: rounded(likely),
    high: rounded(likely + margin),
  };
}

const atLeast = (came: Minor, { low, likely, high }: ExpectedMonth): ExpectedMonth => ({
  low: amount(Math.max(low, came)),
  likely: amount(Math.max(likely, came)),
  high: amount(Math.max(high, came)),
});

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
const total = (values: readonly Minor[]) => amount(values.reduce((sum, value) => sum + value, 0));
const amount = (value: number) => minor(Math.min(MAX_SUM, Math.round(value)));
