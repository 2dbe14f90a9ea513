import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { analytics, type analyticsReport } from '#contract/analytics.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../../lib/api.ts';

export type Report = z.output<typeof analyticsReport>;
export type Months = '3' | '6' | '12';

/** The figures of the last months; the last period's stay until the next one's are there. */
export const report = (currency: Currency, businessId: string, months: Months) =>
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
