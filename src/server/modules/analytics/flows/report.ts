import type { FileFormat } from '#contract/wire.ts';
import { dateIn, timeIn } from '#core/dates.ts';
import { displayStatuses, displayStatusNames } from '#core/invoice/display-status.ts';
import type { Currency } from '#core/money.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { report } from '../queries/report.ts';
import { tableFile } from '#server/tables/file.ts';
import type { Turn } from '#server/workers/pool.ts';
import { reportSheets } from '../rules/report-tables.ts';
import { methodNames, typedName } from '../rules/report.ts';

type ReportRequest = { businessId: string; currency: Currency; months: number };

/** The report over the last months as a file, named after the business, the days it covers and its currency. */
export async function reportFile(
  scope: SystemScope,
  request: ReportRequest,
  format: FileFormat,
): Promise<Response> {
  const { document, ...outlook } = await documentFor(scope, request);
  const file = {
    name: `${document.business.name} report ${document.from} to ${document.to} ${request.currency}`,
    currency: request.currency,
    sheets: reportSheets(document, outlook),
    print: (turn: Turn) => scope.ports.pdf.report(document, turn),
  };
  return tableFile(scope, file, format);
}

async function documentFor(scope: SystemScope, request: ReportRequest) {
  const { businessId, currency, months } = request;
  const business = await businessForDocument(scope.db, businessId);
  const { timeZone } = business;
  const today = dateIn(scope.now, timeZone);
  const figures = await scope.lateReads.run('report', businessId, (db) =>
    report(db, { businessId, currency }, months, { today, timeZone }),
  );
  const { total: _, ...methods } = figures.paymentMethods;
  const document: ReportDocument = {
    business: await letterheadOf(scope, business),
    currency,
    months,
    from: figures.revenueTrends[0]?.period ?? today,
    to: today,
    made: { date: today, time: timeIn(scope.now, timeZone) },
    testMode: inTestMode(scope.ports.payments, currency),
    revenue: figures.totalRevenue,
    invoicesSent: figures.invoicesSent,
    successRate: figures.successRate,
    averageValue: figures.averageValue,
    trend: figures.revenueTrends.map(({ label, revenue, invoiceCount }) => ({
      label,
      revenue,
      invoices: invoiceCount,
    })),
    methods: [
      ...methodNames.map(([method, label]) => ({ label, amount: methods[method] })),
      ...figures.typedIn.map(({ method, amount }) => ({ label: typedName(method), amount })),
    ],
    statuses: statusesOf(figures.invoiceStatus.statuses),
    customers: figures.topCustomers.map((customer) => ({
      name: customer.customerName,
      paid: customer.totalPaid,
      invoices: customer.invoiceCount,
      average: customer.averageInvoiceValue,
    })),
  };
  return { document, quotes: figures.quotes, expected: figures.expected };
}

/** Most owners have no invoice that was settled without money: those statuses stand where there is one. */
const statusesOf = (counts: Record<(typeof displayStatuses)[number], number>) =>
  displayStatuses
    .toReversed()
    .filter((status) => counts[status] > 0 || (status !== 'credited' && status !== 'written_off'))
    .map((status) => ({ label: displayStatusNames[status], invoices: counts[status] }));
