import Papa from 'papaparse';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn, formatDate } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { type Currency, formatMoney, type Minor, minor } from '#core/money.ts';
import { packed, pagesOf } from '#server/adapters/pdf-typst/testing.ts';
import { pay } from '#server/modules/invoices/testing.ts';
import {
  major,
  newOwner,
  type Owner,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';

const NAME = 'Ọláwálé "Sons" & Co';
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({
    CLOCK: '2026-02-11T09:00:00Z',
    SESSION_IDLE_MINUTES: '10000000',
    SESSION_MAX_DAYS: '10000',
  });
  owner = await newOwner(app, { name: NAME });
  const methods = ['card', 'bank_transfer', 'ussd', 'bank_transfer'] as const;
  for (const [at, method] of methods.entries()) {
    await invoice('NGN', `=c${at}@example.test`, 10_000_01 + at * 33_333, method);
    app.advance(30 * DAY_MS);
  }
  await invoice('NGN', 'late@example.test', 500_000_00, null);
  await invoice('USD', 'c1@example.test', 99_99, 'card');
  app.advance(10 * DAY_MS);
});
afterAll(() => app.close({ handmade: true }));

async function invoice(
  currency: Currency,
  email: string,
  rate: number,
  method: 'card' | 'bank_transfer' | 'ussd' | null,
) {
  const dueDate = addDays(dateIn(app.scope().now), 5);
  const items = [{ description: 'Work', quantity: 1_000_000, rate: minor(rate) }];
  const { data } = await owner.call(api.invoices.create, {
    params: { currency },
    body: { ...sampleInvoice(), clientName: `=Client ${email}`, clientEmail: email, dueDate, items },
  });
  await owner.call(api.invoices.send, {
    params: { currency },
    body: { invoiceId: data.id, channels: ['whatsapp'] },
  });
  if (method)
    await pay(app.scope(), {
      businessId: owner.businessId,
      invoiceId: data.id,
      amount: data.totalAmount,
      method,
    });
}

async function exported(currency: Currency, months: string, format: string) {
  const response = await fetch(
    `${app.url}/api/${currency.toLowerCase()}/analytics/${owner.businessId}/export?months=${months}&format=${format}`,
    { headers: { Authorization: `Bearer ${owner.token}` } },
  );
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const reportOf = async (currency: Currency, months: '3' | '6' | '12') =>
  (
    await owner.call(api.analytics.report, {
      params: { currency, id: owner.businessId },
      query: { months },
    })
  ).data;
type Report = Awaited<ReturnType<typeof reportOf>>;

type Cells = (string | number | null)[][];
const kobo = (cell: unknown): Minor => major(Number(cell));

/** The rows of a table below its title and headings, up to the next empty line. */
function tableOf(rows: Cells, title: string): Cells {
  const start = rows.findIndex((row) => row[0] === title) + 2;
  const rest = rows.slice(start);
  const end = rest.findIndex((row) => row.every((cell) => cell === null || cell === ''));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Expected table content in every format; `percents` says how percents are read. */
function expectFigures(rows: Cells, report: Report, percent: (cell: unknown) => number | null) {
  const [revenue, sent, rate, average] = tableOf(rows, 'Key figures');
  expect([kobo(revenue?.[1]), percent(revenue?.[2])]).toEqual([
    report.totalRevenue.amount,
    report.totalRevenue.change,
  ]);
  expect([Number(sent?.[1]), percent(sent?.[2])]).toEqual([
    report.invoicesSent.amount,
    report.invoicesSent.change,
  ]);
  expect([percent(rate?.[1]), percent(rate?.[2])]).toEqual([
    report.successRate.amount,
    report.successRate.change,
  ]);
  expect([kobo(average?.[1]), percent(average?.[2])]).toEqual([
    report.averageValue.amount,
    report.averageValue.change,
  ]);
  expect(
    tableOf(rows, 'Revenue by month').map(([label, amount, count]) => [label, kobo(amount), Number(count)]),
  ).toEqual(report.revenueTrends.map((month) => [month.label, month.revenue, month.invoiceCount]));
  const { bank_transfer, card, ussd, qr_code, wallet } = report.paymentMethods;
  expect(tableOf(rows, 'Payment methods').map(([, amount]) => kobo(amount))).toEqual([
    bank_transfer,
    card,
    ussd,
    qr_code,
    wallet,
  ]);
  const { statuses } = report.invoiceStatus;
  expect(tableOf(rows, 'Invoice status').map(([label, count]) => [label, Number(count)])).toEqual([
    ['Paid', statuses.paid],
    ['Overdue', statuses.overdue],
    ['Due today', statuses.due],
    ['Part paid', statuses.part_paid],
    ['Sent', statuses.sent],
    ['Not sent', statuses.pending],
  ]);
  const { won, lost, waiting } = report.quotes;
  expect(tableOf(rows, 'Quotes').map(([, count, total]) => [Number(count), kobo(total)])).toEqual(
    [won, lost, waiting].map(({ quotes, total }) => [quotes, total]),
  );
  const { overdue, weeks, later, undated } = report.expected;
  expect(tableOf(rows, 'Money due by week').map(([, owed]) => kobo(owed))).toEqual([
    overdue,
    ...weeks.map(({ amount }) => amount),
    later,
    undated,
  ]);
  expect(
    tableOf(rows, 'Top customers of all time').map(([name, total, count, mean]) => [
      String(name).replace(/^'/, ''),
      kobo(total),
      Number(count),
      kobo(mean),
    ]),
  ).toEqual(
    report.topCustomers.map((each) => [
      each.customerName,
      each.totalPaid,
      each.invoiceCount,
      each.averageInvoiceValue,
    ]),
  );
}

const cases = (['NGN', 'USD'] as const).flatMap((currency) =>
  (['3', '6', '12'] as const).map((months) => [currency, months] as const),
);

test.each(cases)(
  'the CSV of %s over %s months says what the report says, to the kobo',
  async (currency, months) => {
    const { bytes, headers } = await exported(currency, months, 'csv');
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const { data, errors } = Papa.parse<string[]>(bytes.toString('utf8').replace('\uFEFF', '').trimEnd(), {
      delimiter: ',',
    });
    expect(errors).toEqual([]);
    expect(data.flat().filter((cell) => cell.startsWith('='))).toEqual([]);
    expect(data.map(([label]) => label)).toContain('Rest of this week');
    expectFigures(data, await reportOf(currency, months), (cell) => (cell ? Number(cell) : null));
  },
);

test.each(cases)('the workbook of %s over %s months holds the same as numbers', async (currency, months) => {
  const { bytes } = await exported(currency, months, 'xlsx');
  const sheets = await readXlsx(bytes);
  expect(sheets.map(({ sheet }) => sheet)).toEqual([
    'Overview',
    'Revenue by month',
    'Payment methods',
    'Invoice status',
    'Quotes',
    'Money due by week',
    'Top customers of all time',
  ]);
  const rows = sheets.flatMap(({ data }) => [...(data as Cells), []]);
  const figures = rows.flat().filter((cell) => typeof cell === 'number');
  expect(figures.length).toBeGreaterThan(20);
  expectFigures(rows, await reportOf(currency, months), (cell) =>
    typeof cell === 'number' ? Math.round(cell * 1000) / 10 : null,
  );
});

test.each(cases)('the PDF of %s over %s months shows every figure', async (currency, months) => {
  const { bytes, headers } = await exported(currency, months, 'pdf');
  expect(headers.get('Content-Type')).toBe('application/pdf');
  const pages = await pagesOf(new Uint8Array(bytes));
  expect(pages).toHaveLength(1);
  const text = packed(pages.join('\n'));
  const report = await reportOf(currency, months);
  const shown = (amount: Minor) => formatMoney(amount, currency);
  const today = dateIn(app.scope().now);
  for (const words of [
    `Report${formatDate(report.revenueTrends[0]?.period ?? '')} – ${formatDate(today)}`,
    NAME,
    `Total revenue`,
    shown(report.totalRevenue.amount),
    shown(report.averageValue.amount),
    `${report.successRate.amount}%`,
    ...report.revenueTrends.map((month) => `${month.label}${shown(month.revenue)}${month.invoiceCount}`),
    ...(report.paymentMethods.card > 0 ? [`Card${shown(report.paymentMethods.card)}`] : []),
    `Paid${report.invoiceStatus.paid}`,
    `Overdue${report.invoiceStatus.overdue}`,
    ...report.topCustomers.map(
      (each) => `${each.invoiceCount}${shown(each.averageInvoiceValue)}${shown(each.totalPaid)}`,
    ),
    `Made with Duewell on ${formatDate(today)} at 10:00`,
    'TEST MODE',
  ])
    expect(text).toContain(packed(words));
});

test('a file is named after the business, the days and the currency, and is only its own business’s', async () => {
  const { headers } = await exported('NGN', '3', 'xlsx');
  const today = dateIn(app.scope().now);
  const { revenueTrends } = await reportOf('NGN', '3');
  expect(decodeURIComponent(headers.get('Content-Disposition') ?? '')).toContain(
    `filename*=UTF-8''Ọláwálé Sons & Co report ${revenueTrends[0]?.period} to ${today} NGN.xlsx`,
  );
  const other = await newOwner(app);
  const response = await fetch(`${app.url}/api/ngn/analytics/${owner.businessId}/export`, {
    headers: { Authorization: `Bearer ${other.token}` },
  });
  expect(response.status).toBe(404);
});

test('a business without a single payment gets a report all the same', async () => {
  const fresh = await newOwner(app);
  for (const format of ['pdf', 'csv', 'xlsx']) {
    const response = await fetch(`${app.url}/api/ngn/analytics/${fresh.businessId}/export?format=${format}`, {
      headers: { Authorization: `Bearer ${fresh.token}` },
    });
    expect([response.status, (await response.arrayBuffer()).byteLength > 200]).toEqual([200, true]);
  }
});
