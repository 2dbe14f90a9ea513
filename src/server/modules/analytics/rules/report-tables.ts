import type * as z from 'zod/mini';
import type { analyticsReport } from '#contract/analytics.ts';
import type { Currency } from '#core/money.ts';
import {
  changeValue as change,
  countValue as count,
  moneyValue as money,
  percentValue as percent,
  type Table,
  textValue as text,
} from '#core/tables.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';

/** Left out of the printed report: how quotes were answered, and money still to come. */
type Outlook = Pick<z.output<typeof analyticsReport>, 'quotes' | 'expected'>;

const currencyNames: Record<Currency, string> = { NGN: 'Nigerian naira (NGN)', USD: 'US dollars (USD)' };

/** A report as tables, in the order they are written. */
function reportTables(report: ReportDocument, { quotes, expected }: Outlook): Table[] {
  return [
    aboutOf(report),
    figuresOf(report),
    trendOf(report),
    methodsOf(report),
    statusesOf(report),
    quotesOf(quotes),
    expectedOf(expected),
    customersOf(report),
  ];
}

/** The same as sheets: the key figures on the first, each table on one of its own. */
export function reportSheets(report: ReportDocument, outlook: Outlook) {
  const [about, figures, ...tables] = reportTables(report, outlook);
  const overview = [about, figures].filter((table) => table !== undefined);
  return [
    { name: 'Overview', tables: overview },
    ...tables.map((table) => ({ name: table.title, tables: [table] })),
  ];
}

const aboutOf = ({ business, currency, from, to, made }: ReportDocument): Table => ({
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

const figuresOf = (report: ReportDocument): Table => ({
  title: 'Key figures',
  headings: ['Figure', 'Value', `Change against the ${report.months} months before`],
  rows: [
    [text('Total revenue'), money(report.revenue.amount), change(report.revenue.change)],
    [text('Invoices sent'), count(report.invoicesSent.amount), change(report.invoicesSent.change)],
    [text('Success rate'), percent(report.successRate.amount), change(report.successRate.change)],
    [text('Average invoice value'), money(report.averageValue.amount), change(report.averageValue.change)],
  ],
});

const trendOf = ({ trend }: ReportDocument): Table => ({
  title: 'Revenue by month',
  headings: ['Month', 'Revenue', 'Invoices issued'],
  rows: trend.map((month) => [text(month.label), money(month.revenue), count(month.invoices)]),
});

const methodsOf = ({ methods, revenue }: ReportDocument): Table => ({
  title: 'Payment methods',
  headings: ['Method', 'Received', 'Share'],
  rows: methods.map(({ label, amount }) => [
    text(label),
    money(amount),
    percent(share(amount, revenue.amount)),
  ]),
});

function statusesOf({ statuses }: ReportDocument): Table {
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

const customersOf = ({ customers }: ReportDocument): Table => ({
  title: 'Top customers of all time',
  headings: ['Customer', 'Paid', 'Invoices', 'Average invoice value'],
  rows: customers.map(({ name, paid, invoices, average }) => [
    text(name),
    money(paid),
    count(invoices),
    money(average),
  ]),
});

const quotesOf = ({ won, lost, waiting }: Outlook['quotes']): Table => ({
  title: 'Quotes',
  headings: ['Outcome', 'Quotes', 'Total'],
  rows: [
    [text('Won'), count(won.quotes), money(won.total)],
    [text('Lost'), count(lost.quotes), money(lost.total)],
    [text('Waiting for an answer now'), count(waiting.quotes), money(waiting.total)],
  ],
});

const expectedOf = ({ overdue, weeks, later, undated }: Outlook['expected']): Table => ({
  title: 'Money due by week',
  headings: ['Due', 'Owed'],
  rows: [
    [text('Overdue'), money(overdue)],
    // Of the running week only what is still to come.
    ...weeks.map(({ from, amount }, at) => [
      text(at === 0 ? 'Rest of this week' : `Week from ${from}`),
      money(amount),
    ]),
    [text('Later'), money(later)],
    [text('No day yet'), money(undated)],
  ],
});

const share = (part: number, total: number) => (total === 0 ? null : Math.round((part / total) * 1000) / 10);
