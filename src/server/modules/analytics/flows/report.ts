import { dateIn, timeIn } from '#core/dates.ts';
import { displayStatuses, displayStatusNames } from '#core/invoice/display-status.ts';
import type { Currency } from '#core/money.ts';
import { attachment } from '#server/http/attachment.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import { type SystemScope, turnOf } from '#server/kernel/scope.ts';
import { letterheadOf } from '#server/modules/business/flows/letterhead.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { requireOutput } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';
import { reportCsv } from '../export/csv.ts';
import type * as xlsxTask from '../export/xlsx.ts';
import { report } from '../queries/report.ts';
import { methodNames, typedName } from '../rules/report.ts';

const MAKE_XLSX = defineTask<typeof xlsxTask>(new URL('../export/xlsx.ts', import.meta.url));

type ReportFormat = 'pdf' | 'csv' | 'xlsx';
type ReportRequest = { businessId: string; currency: Currency; months: number };

const types: Record<ReportFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The report over the last months as a file, named after the business and the days it covers. */
export async function reportFile(
  scope: SystemScope,
  request: ReportRequest,
  format: ReportFormat,
): Promise<Response> {
  const document = await documentFor(scope, request);
  const name = `${document.business.name} report ${document.from} to ${document.to}.${format}`;
  return attachment(name, types[format], await contentOf(scope, document, format));
}

async function contentOf(
  scope: SystemScope,
  document: ReportDocument,
  format: ReportFormat,
): Promise<string | Uint8Array> {
  if (format === 'csv') return reportCsv(document);
  const turn = turnOf(scope);
  if (format === 'pdf') return scope.ports.pdf.report(document, turn);
  return requireOutput(await scope.ports.workers.run(MAKE_XLSX, document, turn));
}

async function documentFor(scope: SystemScope, request: ReportRequest): Promise<ReportDocument> {
  const { businessId, currency, months } = request;
  const figures = await report(scope.db, businessId, currency, months, scope.now);
  const business = await businessForDocument(scope.db, businessId);
  const today = dateIn(scope.now, business.timeZone);
  const { total: _, ...methods } = figures.paymentMethods;
  return {
    business: await letterheadOf(scope, business),
    currency,
    months,
    from: figures.revenueTrends[0]?.period ?? today,
    to: today,
    made: { date: today, time: timeIn(scope.now, business.timeZone) },
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
}

/** Most owners have no invoice that was settled without money: those statuses stand where there is one. */
const statusesOf = (counts: Record<(typeof displayStatuses)[number], number>) =>
  displayStatuses
    .toReversed()
    .filter((status) => counts[status] > 0 || (status !== 'credited' && status !== 'written_off'))
    .map((status) => ({ label: displayStatusNames[status], invoices: counts[status] }));
