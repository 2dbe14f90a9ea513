import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type invoiceSummary, invoices } from '#contract/invoices.ts';
import {
  type metrics as metricsSchema,
  type payment as paymentSchema,
  payments,
  paymentStatuses,
} from '#contract/payments.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../../lib/api.ts';

export type Payment = z.output<typeof paymentSchema>;
export type Metrics = z.output<typeof metricsSchema>;
export type InvoiceSummary = z.output<typeof invoiceSummary>;

/** Filters as they stand in the address; `period` is a number of days. */
export type PaymentFilters = { search: string; status: string; period: string };

export const periods = ['7', '30', '90', '365'] as const;
export const statuses = ['all', ...paymentStatuses] as const;

const PAGE_SIZE = 25;
/** How many unpaid invoices the screen shows. */
export const UNPAID_SHOWN = 5;

/** Payments of a filter, newest first, page by page. */
export const paymentList = (currency: Currency, { search, status, period }: PaymentFilters) =>
  infiniteQueryOptions({
    queryKey: ['payments.list', currency, { search, status, period }],
    queryFn: ({ pageParam, signal }) =>
      call(
        payments.list,
        {
          params: { currency },
          query: {
            search: search.trim() || undefined,
            status: statuses.find((name) => name === status),
            period: Number(period),
            limit: PAGE_SIZE,
            cursor: pageParam,
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
  });

/** The figures of all payments, whatever the filters. */
export const paymentMetrics = (currency: Currency) =>
  queryOptions({
    queryKey: ['payments.metrics', currency],
    queryFn: async ({ signal }) => {
      const { data } = await call(payments.list, { params: { currency }, query: { limit: 1 } }, { signal });
      return data.metrics;
    },
  });

/** Invoices that were sent and are still owed, those that should be paid by now first, and how many there are. */
export const unpaidInvoices = (currency: Currency) =>
  queryOptions({
    queryKey: ['invoices.unpaid', currency],
    queryFn: async ({ signal }) => {
      const read = (status: 'sent' | 'due') =>
        call(invoices.list, { params: { currency }, query: { status, limit: UNPAID_SHOWN } }, { signal });
      const lists = await Promise.all([read('due'), read('sent')]);
      return {
        invoices: lists.flatMap(({ data }) => data).slice(0, UNPAID_SHOWN),
        total: lists.reduce((sum, { page }) => sum + page.total, 0),
      };
    },
  });
