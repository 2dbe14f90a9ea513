import { counted } from '#core/english.ts';
import { type CalendarDate, monthStart } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { ExpectedMonth, Projection } from '../projection.ts';
import { currencyName, link, list, type Money, moneyIn, monthText, paragraphs, table } from './format.ts';

/** Months of a projection: those after this one, or this one where only it was requested. */
export type Horizon = { first: CalendarDate; months: number; capped: boolean };

/** Figures shown beside the projection. Amounts in minor units. */
export type ProjectionContext = {
  thisMonth: number;
  /** Days of this month the projection rests on where no month is complete. */
  days: number | null;
  owed: number;
  today: CalendarDate;
  currency: Currency;
};

const QUARTERS_PAST_MONTHS = 12;
const QUARTER = 3;
// A trend of less than this a month is none.
const LEVEL = 0.005;

/** The projected months, the data they rest on, and what they leave out. */
export function salesProjection(
  projection: Projection | null,
  horizon: Horizon,
  context: ProjectionContext,
): string {
  const money = moneyIn(context.currency);
  if (!projection) return noSalesYet(money, context);
  const { total, months } = projection;
  const last = monthStart(horizon.first, months.length - 1);
  const span = months.length === 1 ? monthText(last) : `${monthText(horizon.first)} to ${monthText(last)}`;
  return paragraphs(
    projection.rough && roughnessNote(projection.history, context),
    `**Projection of sales to ${monthText(last)}** (${currencyName[context.currency]}, ${counted(months.length, 'month')}${months.length > 1 ? `: ${span}` : ''}): about **${money(total.likely)}**, between ${money(total.low)} and ${money(total.high)}.`,
    horizon.capped && 'Further than five years is not worth a guess, so it ends there.',
    methodNote(money, projection, context),
    months.length > 1 && monthTable(money, horizon.first, months),
    list(
      `Not in it: seasons such as December, new or lost customers, and changed prices.`,
      horizon.first > context.today
        ? `${monthText(context.today)} is not over and not counted; ${money(context.thisMonth)} came in so far.`
        : `${monthText(context.today)} is not over; ${money(context.thisMonth)} of it came in so far.`,
      context.owed > 0 &&
        `Not counted as sales: ${money(context.owed)} that customers ${link('still owe', '/payments')} and that could still come in.`,
      'It is an estimate, not a promise.',
    ),
  );
}

function noSalesYet(money: Money, { owed, currency }: ProjectionContext): string {
  return paragraphs(
    `There are no sales in ${currencyName[currency]} yet, so there is nothing a projection could stand on.`,
    owed > 0 && `Customers ${link('still owe you', '/payments')} ${money(owed)}.`,
    `Ask again after a month or two of sales. Next: ${link('create an invoice', '/invoices', { create: '1' })}.`,
  );
}

function roughnessNote(history: number, { days, today }: ProjectionContext): string {
  const there =
    days !== null
      ? `is no whole month of sales to go by, only ${counted(days, 'day')} of ${monthText(today)}`
      : history === 1
        ? 'is only one whole month of sales to go by'
        : `are only ${history} whole months of sales to go by`;
  return `**This is rough:** there ${there}, and three whole months are needed for a trend.`;
}

function methodNote(
  money: Money,
  { history, average, trend, rough }: Projection,
  { days, today }: ProjectionContext,
): string {
  if (rough) {
    const those = days !== null ? 'those days' : history === 1 ? 'that month' : 'those months';
    return `It stands on ${those}, ${money(average)} a month on average, carried forward unchanged. The low and the high widen with time.`;
  }
  const months = `the last ${counted(history, 'whole month')}, ${monthText(monthStart(today, -history))} to ${monthText(monthStart(today, -1))}`;
  const tendency =
    Math.abs(trend) < average * LEVEL
      ? 'neither rising nor falling much'
      : `${trend > 0 ? 'rising' : 'falling'} by about ${money(Math.abs(trend))} a month`;
  return `It stands on ${months}: ${money(average)} a month on average, ${tendency}. Method: the straight line that fits those months best, its slope fading by a tenth each month; low and high say how far months lay from that line, and widen with time.`;
}

function monthTable(money: Money, start: CalendarDate, months: readonly ExpectedMonth[]): string {
  const size = months.length > QUARTERS_PAST_MONTHS ? QUARTER : 1;
  const rows = Array.from({ length: Math.ceil(months.length / size) }, (_, at) => {
    const group = months.slice(at * size, at * size + size);
    const first = monthText(monthStart(start, at * size));
    const end = monthText(monthStart(start, at * size + group.length - 1));
    const sum = (pick: (month: ExpectedMonth) => number) =>
      money(group.reduce((all, month) => all + pick(month), 0));
    return [
      group.length > 1 ? `${first} to ${end}` : first,
      sum((month) => month.low),
      `**${sum((month) => month.likely)}**`,
      sum((month) => month.high),
    ];
  });
  return table([size > 1 ? 'Quarter' : 'Month', '>Low', '>Likely', '>High'], rows);
}
