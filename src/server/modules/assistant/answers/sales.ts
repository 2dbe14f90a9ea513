import type { Filters } from '#contract/assistant.ts';
import { type CalendarDate, monthStart } from '#core/dates.ts';
import { type Currency, minor } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { salesTools } from '#server/modules/analytics/tools.ts';
import { invoiceTools } from '#server/modules/invoices/tools/find.ts';
import { project } from '../projection.ts';
import { monthText } from '../replies/format.ts';
import { type Horizon, salesProjection } from '../replies/projection.ts';
import { salesReport, topCustomers } from '../replies/sales.ts';
import { type Answer, readBothCurrencies, toolInput } from './tool-input.ts';

type SalesReader = (scope: Scope, currency: Currency, requested: Filters) => Promise<Answer>;

const DEFAULT_HORIZON = 12;
const MAX_HORIZON = 60;
const DAYS_IN_A_MONTH = 365 / 12;

export const reportSales: SalesReader = async (scope, currency, requested) => {
  const filters = toolInput(salesTools.report.input, requested);
  const { here, elsewhere } = await readBothCurrencies(salesTools.report, scope, currency, filters);
  const [only, ...others] = here.customers ?? [];
  return {
    text: salesReport(filters, here, elsewhere),
    ...(only && others.length === 0 ? { last: { customerName: only.name } } : {}),
  };
};

export const answerTopCustomers: SalesReader = async (scope, currency, requested) => {
  const filters = toolInput(salesTools.top.input, requested);
  const { here, elsewhere } = await readBothCurrencies(salesTools.top, scope, currency, filters);
  const swapped = here.best.length === 0 && elsewhere && elsewhere.best.length > 0;
  return { text: swapped ? topCustomers(elsewhere, null) : topCustomers(here, elsewhere) };
};

export const projectSales: SalesReader = async (scope, defaultCurrency, filters) => {
  const currency = filters.currency ?? defaultCurrency;
  const history = await salesTools.history.read(
    scope,
    currency,
    toolInput(salesTools.history.input, filters),
  );
  const horizon = horizonOf(filters, history.today);
  if (!horizon)
    return {
      text: `That month is over. Ask for one to come, such as “by the end of ${monthText(monthStart(history.today, 1))}”, or for a sales report of the past.`,
    };
  const { sums } = await invoiceTools.owed.read(scope, currency, {});
  // The month that is running lies between the last whole one and the next.
  const skip = horizon.first > history.today ? 1 : 0;
  const { months, thisMonth, today } = history;
  const days = months.length === 0 && thisMonth > 0 ? Number(today.slice(8)) : null;
  const known = days === null ? months : [minor(Math.round((thisMonth / days) * DAYS_IN_A_MONTH))];
  const projection = project(known, horizon.months, skip, skip === 0 ? thisMonth : minor(0));
  return {
    text: salesProjection(projection, horizon, { thisMonth, days, today, owed: sums.balance, currency }),
  };
};

/** Requested months: from the next one on, or just this one. Null for the past. */
export function horizonOf({ horizonMonths, until }: Filters, today: CalendarDate): Horizon | null {
  const requestedMonths = until ? monthsBetween(today, until) : (horizonMonths ?? DEFAULT_HORIZON);
  if (!Number.isFinite(requestedMonths) || (until && requestedMonths < 0)) return null;
  if (until && requestedMonths === 0) return { first: monthStart(today), months: 1, capped: false };
  const months = Math.max(1, Math.ceil(requestedMonths));
  return {
    first: monthStart(today, 1),
    months: Math.min(MAX_HORIZON, months),
    capped: months > MAX_HORIZON,
  };
}

function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  const [year = 0, month = 1] = from.split('-').map(Number);
  const [endYear = 0, endMonth = 1] = to.split('-').map(Number);
  return (endYear - year) * 12 + endMonth - month;
}
