import { counted, joinWithAnd } from '#core/english.ts';
import type { Filters } from '#contract/assistant.ts';
import { addDays, type CalendarDate, daysBetween } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import { typedInText } from '#core/typed-in.ts';
import type { SalesReport, TopCustomers } from '#server/modules/analytics/tools.ts';
import { escapeMarkdown } from './escape.ts';
import {
  currencyName,
  dayText,
  link,
  list,
  type Money,
  moneyIn,
  paragraphs,
  percentText,
  spanText,
  table,
  weekdayText,
} from './format.ts';
import { namesOf, noSuchCustomer, severalCustomersNote } from './invoice-text.ts';

/**
 * Sales of a period compared with another: received, invoiced, best customers and days, and the next step.
 */
export function salesReport(filters: Filters, report: SalesReport, elsewhere: SalesReport | null): string {
  const { customers, sales, period, asked, today, currency } = report;
  if (filters.customerName && customers?.length === 0) return noSuchCustomer(filters.customerName);
  const title = `**Sales${customers ? ` to ${joinWithAnd(namesOf(customers))}` : ''}, ${spanText(period)}** (${currencyName[currency]})`;
  if (period.from > today)
    return paragraphs(`${title}\nThis period has not begun, so there is nothing to report yet.`);
  const isEmpty = sales.payments === 0 && sales.issued === 0;
  return paragraphs(
    title,
    asked.to > period.to && `Up to today; the period runs to ${dayText(asked.to)}.`,
    isEmpty ? emptyReport(report) : reportFigures(report),
    lastSales(report),
    severalCustomersNote(filters.customerName, customers),
    otherCurrencyNote(elsewhere),
    isEmpty
      ? `Next: say “show unpaid invoices”, or ${link('create an invoice', '/invoices', { create: '1' })}.`
      : nextStep(report),
  );
}

function emptyReport({ sales, before, currency }: SalesReport): string {
  const money = moneyIn(currency);
  return paragraphs(
    `There were no sales: **${money(0)}** received in ${counted(sales.payments, 'payment')}, ${money(0)} invoiced.`,
    before.received > 0 &&
      list(`**Against ${spanText(before.period)}:** ${comparison(money, sales.received, before.received)}`),
  );
}

function reportFigures(report: SalesReport): string {
  const { sales, period, best, bestCustomers, before, currency } = report;
  const money = moneyIn(currency);
  const open = [
    sales.unsent > 0 && `${money(sales.unsent)} on ${counted(sales.unsentCount, 'invoice')} not sent yet`,
    sales.overdue > 0 && `${money(sales.overdue)} on ${counted(sales.overdueCount, 'invoice')} overdue`,
  ].filter((part) => part !== false);
  return list(
    `**Received:** ${receivedText(sales, currency)} in ${link(counted(sales.payments, 'payment'), '/payments')}, refunds taken off`,
    `**Invoiced:** ${money(sales.invoiced)} on ${link(counted(sales.issued, 'invoice'), '/invoices', { period: periodParam(period.from, report.today) })}`,
    sales.issued > 0 &&
      `**Still open of those:** ${money(sales.open)}${open.length > 0 ? `, of it ${open.join(' and ')}` : ''}`,
    `**Against ${spanText(before.period)}:** ${comparison(money, sales.received, before.received)}`,
    best &&
      sales.received > 0 &&
      `**Best ${best.unit}:** ${best.unit === 'day' ? weekdayText(best.from) : weekOf(best.from, period)}, ${money(best.amount)}`,
    bestCustomers.length > 0 &&
      `**Best customers:** ${bestCustomers.map(({ name, amount }) => `${escapeMarkdown(name)} (${money(amount)})`).join(', ')}`,
  );
}

function receivedText(
  { received, typedIn }: { received: Minor; typedIn: Minor },
  currency: Currency,
): string {
  const typed = typedInText(typedIn, currency);
  return typed ? `${moneyIn(currency)(received)} (${typed})` : moneyIn(currency)(received);
}

const periodParam = (from: CalendarDate, today: CalendarDate) =>
  from <= today ? String(daysBetween(from, today) + 1) : 'all';

// Only as much of the week as the period has.
function weekOf(monday: CalendarDate, { from, to }: SalesReport['period']): string {
  const sunday = addDays(monday, 6);
  return spanText({ from: monday < from ? from : monday, to: sunday > to ? to : sunday });
}

/** How one sum stands against another: the difference, and percent where there is something to compare with. */
export function comparison(money: Money, current: number, previous: number): string {
  if (previous <= 0) return 'nothing was received then, so there is nothing to compare with';
  if (current === previous) return `the same, ${money(previous)}`;
  const word = current > previous ? 'more' : 'less';
  const percent = percentText(((current - previous) / previous) * 100);
  return `${money(Math.abs(current - previous))} ${word} (${percent} ${current > previous ? 'up' : 'down'} from ${money(previous)})`;
}

function lastSales({ sales, last, period, currency }: SalesReport): string | null {
  if (sales.payments > 0) return null;
  if (!last) return `Nothing in ${currencyName[currency]} has come in before ${dayText(period.from)} either.`;
  const sum = `${receivedText(last, currency)} in ${counted(last.payments, 'payment')}`;
  return last.days === 1
    ? `The last day with sales was ${weekdayText(last.lastDay)}: ${sum}.`
    : `The last ${counted(last.days, 'day')} with sales were ${spanText(last.period)}: ${sum}.`;
}

function otherCurrencyNote(elsewhere: SalesReport | null): string | null {
  if (!elsewhere || (elsewhere.sales.payments === 0 && elsewhere.sales.issued === 0)) return null;
  const { sales, currency } = elsewhere;
  const money = moneyIn(currency);
  return `In ${currencyName[currency]} as well, never added: ${receivedText(sales, currency)} received in ${counted(sales.payments, 'payment')}, ${money(sales.invoiced)} invoiced.`;
}

function nextStep({ sales, customers }: SalesReport): string {
  const { overdueCount } = sales;
  if (overdueCount === 0) return `Next: ${link('export a report', '/analytics')}.`;
  const whom = overdueCount === 1 ? 'the one that is overdue' : `the ${overdueCount} that are overdue`;
  return `Next: say “remind ${customers ? 'them' : 'everybody who is overdue'}” to remind ${whom}, or ${link('export a report', '/analytics')}.`;
}

/** Customers by how much they paid, the best first. */
export function topCustomers(
  { best, period, currency }: TopCustomers,
  elsewhere: TopCustomers | null,
): string {
  const when = period ? `, ${spanText(period)}` : ', all time';
  const money = moneyIn(currency);
  const others = elsewhere && elsewhere.best.length > 0 ? elsewhere : null;
  const alsoIn = others && moneyIn(others.currency);
  return paragraphs(
    best.length === 0
      ? `Nobody paid anything in ${currencyName[currency]}${period ? ` in the period ${spanText(period)}` : ' yet'}.`
      : `**${best.length === 1 ? 'Best customer' : `Top ${best.length} customers`}${when}** (${currencyName[currency]} received)`,
    best.length > 0 &&
      table(
        ['>#', 'Customer', '>Paid', '>Payments'],
        best.map(({ name, amount, payments }, at) => [
          String(at + 1),
          link(escapeMarkdown(name), '/invoices', { search: name.slice(0, 200), period: 'all' }),
          money(amount),
          String(payments),
        ]),
      ),
    others &&
      alsoIn &&
      `In ${currencyName[others.currency]}: ${others.best
        .slice(0, 3)
        .map(({ name, amount }) => `${escapeMarkdown(name)} (${alsoIn(amount)})`)
        .join(', ')}.`,
    link('All customers', '/customers'),
  );
}
