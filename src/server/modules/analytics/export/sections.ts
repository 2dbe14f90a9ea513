import type { Currency, Minor } from '#core/money.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';

/** A value with how it is meant, so that each format can write it its own way. Money in minor units, percents as 12.5. */
export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'money'; amount: Minor }
  | { kind: 'count'; count: number }
  | { kind: 'percent'; percent: number | null }
  | { kind: 'change'; percent: number | null };

export type Section = { title: string; headings: string[]; rows: Value[][] };

const text = (value: string): Value => ({ kind: 'text', text: value });
const money = (amount: Minor): Value => ({ kind: 'money', amount });
const count = (value: number): Value => ({ kind: 'count', count: value });
const percent = (value: number | null): Value => ({ kind: 'percent', percent: value });
const change = (value: number | null): Value => ({ kind: 'change', percent: value });

const currencyNames: Record<Currency, string> = { NGN: 'Nigerian naira (NGN)', USD: 'US dollars (USD)' };

/** A report as tables, in the order they are written. */
export function sectionsOf(report: ReportDocument): Section[] {
  return [
    aboutOf(report),
    figuresOf(report),
    trendOf(report),
    methodsOf(report),
    statusesOf(report),
    customersOf(report),
  ];
}

const aboutOf = ({ business, currency, from, to, made }: ReportDocument): Section => ({
  title: 'Report',
  headings: [],
  rows: [
    [text('Business'), text(business.name)],
    [text('From'), text(from)],
    [text('To'), text(to)],
    [text('Amounts in'), text(currencyNames[currency])],
    [text('Made'), text(`${made.date} ${made.time}`)],
  ],
});

const figuresOf = (report: ReportDocument): Section => ({
  title: 'Key figures',
  headings: ['Figure', 'Value', `Change against the ${report.months} months before`],
  rows: [
    [text('Total revenue'), money(report.revenue.amount), change(report.revenue.change)],
    [text('Invoices sent'), count(report.invoicesSent.amount), change(report.invoicesSent.change)],
    [text('Success rate'), percent(report.successRate.amount), change(report.successRate.change)],
    [text('Average invoice value'), money(report.averageValue.amount), change(report.averageValue.change)],
  ],
});

const trendOf = ({ trend }: ReportDocument): Section => ({
  title: 'Revenue by month',
  headings: ['Month', 'Revenue', 'Invoices issued'],
  rows: trend.map((month) => [text(month.label), money(month.revenue), count(month.invoices)]),
});

const methodsOf = ({ methods, revenue }: ReportDocument): Section => ({
  title: 'Payment methods',
  headings: ['Method', 'Received', 'Share'],
  rows: methods.map(({ label, amount }) => [
    text(label),
    money(amount),
    percent(share(amount, revenue.amount)),
  ]),
});

function statusesOf({ statuses }: ReportDocument): Section {
  const total = statuses.reduce((sum, { invoices }) => sum + invoices, 0);
  return {
    title: 'Invoice status',
    headings: ['Status', 'Invoices', 'Share'],
    rows: statuses.map(({ label, invoices }) => [
      text(label),
      count(invoices),
      percent(share(invoices, total)),
    ]),
  };
}

const customersOf = ({ customers }: ReportDocument): Section => ({
  title: 'Top customers of all time',
  headings: ['Customer', 'Paid', 'Invoices', 'Average invoice value'],
  rows: customers.map(({ name, paid, invoices, average }) => [
    text(name),
    money(paid),
    count(invoices),
    money(average),
  ]),
});

const share = (part: number, total: number) => (total === 0 ? null : Math.round((part / total) * 1000) / 10);
