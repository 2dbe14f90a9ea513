import { dateIn, timeIn } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { attachment } from '#server/http/attachment.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';
import { inTestMode } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { businessForDocument } from '#server/modules/business/queries.ts';
import { reportCsv } from '../export/csv.ts';
import { reportXlsx } from '../export/xlsx.ts';
import { report } from '../queries/report.ts';
import { methodNames } from '../rules/report.ts';

export type ReportFormat = 'pdf' | 'csv' | 'xlsx';
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
  const content =
    format === 'csv'
      ? reportCsv(document)
      : format === 'xlsx'
        ? await reportXlsx(document)
        : await scope.ports.pdf.report(document);
  return attachment(name, types[format], content);
}

async function documentFor(scope: SystemScope, request: ReportRequest): Promise<ReportDocument> {
  const { businessId, currency, months } = request;
  const figures = await report(scope.db, businessId, currency, months, scope.now);
  const business = await businessForDocument(scope.db, businessId);
  const today = dateIn(scope.now, business.timeZone);
  const { paid, pending, overdue } = figures.invoiceStatus;
  const { total: _, ...methods } = figures.paymentMethods;
  return {
    business: {
      ...business,
      logo: business.logoKey ? await scope.ports.files.get(business.logoKey) : null,
    },
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
    methods: methodNames.map(([method, label]) => ({ label, amount: methods[method] })),
    statuses: [
      { label: 'Paid', invoices: paid },
      { label: 'Pending', invoices: pending },
      { label: 'Overdue', invoices: overdue },
    ],
    customers: figures.topCustomers.map((customer) => ({
      name: customer.customerName,
      paid: customer.totalPaid,
      invoices: customer.invoiceCount,
      average: customer.averageInvoiceValue,
    })),
  };
}
