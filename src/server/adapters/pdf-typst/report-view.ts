import { inks } from '#core/cloth.ts';
import { formatDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';
import { glyphParts, microText, printable, printableLines } from './printable.ts';
import { amountOf, dateParts, initialsOf, selvedgeOf, sheetOf } from './view.ts';

const currencyNames: Record<Currency, string> = { NGN: 'Nigerian naira', USD: 'US dollars' };

/** The data of `report.typ`, in drawing order. */
export function reportViewOf(document: ReportDocument, hasLogo: boolean) {
  const { business, currency, from, to, months } = document;
  const money = (amount: Minor) => amountOf(amount, currency);
  const period = `${formatDate(from)} – ${formatDate(to)}`;
  const view = {
    period,
    ...reportSheetOf(document, hasLogo),
    micro: { name: microText(business.name), number: microText(`${from} ${to}`) },
    figures: figuresOf(document, money),
    comparison: `Changes compare with the ${months} months before. Amounts are in ${currencyNames[currency]}.`,
    ...tablesOf(document, money),
  };
  return { ...view, letters: glyphParts(JSON.stringify(view)), cloth: selvedgeOf(business) };
}

/** Parts of every sheet a business makes for itself. */
export const reportSheetOf = (
  { business, made, testMode }: Pick<ReportDocument, 'business' | 'made' | 'testMode'>,
  hasLogo: boolean,
) => ({
  madeOn: dateParts(made.date),
  testMode,
  ...sheetOf('en'),
  logo: hasLogo,
  brandInk: inks(business.primaryColor, business.secondaryColor)[0],
  business: {
    name: printable(business.name),
    initials: initialsOf(business.name),
    lines: business.addressLines.flatMap(printableLines),
  },
  made: `Made with Duewell on ${formatDate(made.date)} at ${made.time}`,
});

type Money = (amount: Minor) => ReturnType<typeof amountOf>;

function figuresOf({ revenue, invoicesSent, successRate, averageValue }: ReportDocument, money: Money) {
  const rate = successRate.amount === null ? '–' : `${successRate.amount}%`;
  return [
    { label: 'Total revenue', amount: money(revenue.amount), change: changeOf(revenue.change) },
    {
      label: 'Invoices sent',
      text: grouped(invoicesSent.amount),
      change: changeOf(invoicesSent.change),
    },
    { label: 'Success rate', text: rate, change: changeOf(successRate.change) },
    {
      label: 'Average invoice value',
      amount: money(averageValue.amount),
      change: changeOf(averageValue.change),
    },
  ];
}

function tablesOf({ trend, methods, statuses, customers, revenue }: ReportDocument, money: Money) {
  const most = Math.max(...trend.map((month) => month.revenue));
  const issued = statuses.reduce((sum, { invoices }) => sum + invoices, 0);
  return {
    trend: trend.map((month) => ({
      label: month.label,
      revenue: money(month.revenue),
      invoices: grouped(month.invoices),
      share: most > 0 ? month.revenue / most : 0,
    })),
    methods: methods
      .filter(({ amount }) => amount > 0)
      .map(({ label, amount }) => ({
        label,
        amount: money(amount),
        percent: percentOf(amount, revenue.amount),
      })),
    statuses: statuses.map(({ label, invoices }) => ({
      label,
      invoices: grouped(invoices),
      share: issued > 0 ? invoices / issued : 0,
      percent: percentOf(invoices, issued),
    })),
    customers: customers.map((customer) => ({
      name: printable(customer.name),
      invoices: grouped(customer.invoices),
      average: money(customer.average),
      paid: money(customer.paid),
    })),
  };
}

function changeOf(percent: number | null) {
  if (percent === null) return { text: 'nothing before', direction: 'same' };
  if (percent === 0) return { text: 'no change', direction: 'same' };
  return {
    text: `${percent > 0 ? '+' : '-'}${grouped(Math.abs(percent))}%`,
    direction: percent > 0 ? 'up' : 'down',
  };
}

export const grouped = (count: number) => count.toLocaleString('en-NG');

const percentOf = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 1000) / 10}%`;
