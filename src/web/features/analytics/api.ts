import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { analytics, type analyticsReport } from '#contract/analytics.ts';
import { creditNotes } from '#contract/credit-notes.ts';
import type { FileFormat } from '#contract/wire.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { downloadAndSave } from '#web/lib/files/download.ts';

export type Report = z.output<typeof analyticsReport>;

export const periods = ['3', '6', '12'] as const;
export type Months = (typeof periods)[number];

/** The business and period of a report. */
export type ReportRequest = { currency: Currency; businessId: string; months: Months };

/** A period as an address may give it, or undefined where there is none like it. */
export const parseMonths = (text: string): Months | undefined => periods.find((months) => months === text);

/** The figures of the last months; the last period's stay until the next one's are there. */
export const report = ({ currency, businessId, months }: ReportRequest) =>
  queryOptions({
    queryKey: ['analytics.report', currency, businessId, months],
    queryFn: async ({ signal }) => {
      const { data } = await call(
        analytics.report,
        { params: { currency, id: businessId }, query: { months } },
        { signal },
      );
      return data;
    },
    placeholderData: keepPreviousData,
  });

/** Saves the report as a file under the server's name for it. Throws `ApiError`. */
export const saveReport = ({ currency, businessId, months }: ReportRequest, format: FileFormat) =>
  downloadAndSave(analytics.exportReport, {
    params: { currency, id: businessId },
    query: { months, format },
  });

/** The credit notes of the months as a file. */
export const saveCreditNotes = (
  { currency, months }: Pick<ReportRequest, 'currency' | 'months'>,
  format: FileFormat,
) => downloadAndSave(creditNotes.report, { params: { currency }, query: { months, format } });
