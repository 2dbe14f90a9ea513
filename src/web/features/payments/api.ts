import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { invoices, type invoiceSummary } from '#contract/invoices.ts';
import type { metrics as metricsSchema } from '#contract/payment-metrics.ts';
import {
  type payment as paymentSchema,
  type paymentDetails as detailsSchema,
  payments,
  paymentStatuses,
  type refund as refundSchema,
  type unmatchedPayment,
} from '#contract/payments.ts';
import type { Currency, Minor } from '#core/money.ts';
import { methodFilters } from '#core/payment-methods.ts';
import { call } from '#web/lib/api.ts';
import { refreshModules } from '#web/lib/query-client.ts';

export type Payment = z.output<typeof paymentSchema>;
export type ListedPayment = z.output<typeof payments.list.response>['data']['transactions'][number];
export type Metrics = z.output<typeof metricsSchema>;
export type PaymentDetails = z.output<typeof detailsSchema>;
export type Refund = z.output<typeof refundSchema>;
export type UnmatchedPayment = z.output<typeof unmatchedPayment>;
export type InvoiceSummary = z.output<typeof invoiceSummary>;

/** Filters as they stand in the address; `period` is a number of days. */
export type PaymentFilters = { search: string; status: string; method: string; period: string };

export const periods = ['7', '30', '90', '365'] as const;
export const statuses = ['all', ...paymentStatuses] as const;
export const methods = ['all', ...methodFilters] as const;

const PAGE_SIZE = 25;
/** The maximum number of payments with credit shown at once. */
const CREDITS_SHOWN = 5;
/** How many unpaid invoices the screen shows. */
export const UNPAID_SHOWN = 5;

/** Payments of a filter, newest first, page by page. */
export const paymentList = (currency: Currency, { search, status, method, period }: PaymentFilters) =>
  infiniteQueryOptions({
    queryKey: ['payments.list', currency, { search, status, method, period }],
    queryFn: ({ pageParam, signal }) =>
      call(
        payments.list,
        {
          params: { currency },
          query: {
            search: search.trim() || undefined,
            status: statuses.find((name) => name === status),
            method: methods.find((name) => name === method),
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

/** Invoices that were sent and are still owed, the longest due first, and how many there are. */
export const unpaidInvoices = (currency: Currency) =>
  queryOptions({
    queryKey: ['invoices.unpaid', currency],
    queryFn: async ({ signal }) => {
      const query = { status: 'unpaid', sort: 'dueDate', limit: UNPAID_SHOWN } as const;
      const { data, page } = await call(invoices.list, { params: { currency }, query }, { signal });
      return { invoices: data, total: page.total };
    },
  });

/** One payment with its fee, its invoices and what went back of it. */
export const paymentDetails = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['payments.details', currency, id],
    queryFn: async ({ signal }) =>
      (await call(payments.details, { params: { currency, id } }, { signal })).data,
  });

/** Money that came and could not be used. */
export const unmatchedPayments = (currency: Currency) =>
  queryOptions({
    queryKey: ['payments.unmatched', currency],
    queryFn: async ({ signal }) =>
      (await call(payments.unmatched, { params: { currency } }, { signal })).data,
  });

/** Payments of which the customer has credit left, the newest few, and how many there are. */
export const paymentsWithCredit = (currency: Currency) =>
  queryOptions({
    queryKey: ['payments.credit', currency],
    queryFn: async ({ signal }) => {
      const query = { credit: 'left', limit: CREDITS_SHOWN } as const;
      const { data, page } = await call(payments.list, { params: { currency }, query }, { signal });
      return { payments: data.transactions, total: page.total };
    },
  });

type PinConfirmation = { pin: string; idempotencyKey: string };

/** Refunds a payment, fully or in part. */
export async function refundPayment(
  { currency, id }: Pick<Payment, 'currency' | 'id'>,
  { pin, idempotencyKey, ...request }: PinConfirmation & { amount: Minor; reason: string },
): Promise<Refund> {
  const body = { ...request, pin };
  return (await call(payments.refund, { params: { currency, id }, body }, { idempotencyKey })).data;
}

/** Sends money back that could not be used. */
export async function refundUnmatched(
  currency: Currency,
  { provider, transactionId }: UnmatchedPayment,
  { pin, idempotencyKey }: PinConfirmation,
): Promise<Refund> {
  const body = { provider, transactionId, pin };
  return (await call(payments.refundUnmatched, { params: { currency }, body }, { idempotencyKey })).data;
}

type CreditApplication = { paymentId: string; invoiceId: string; idempotencyKey: string };

/** Uses what a customer paid too much for another invoice of theirs. */
export function useApplyCredit(currency: Currency) {
  const changed = usePaymentsChanged();
  return useMutation({
    mutationFn: ({ paymentId, invoiceId, idempotencyKey }: CreditApplication) =>
      call(
        payments.useCredit,
        { params: { currency, id: paymentId }, body: { invoiceId } },
        { idempotencyKey },
      ),
    onSettled: changed,
  });
}

const affectedModules = ['payments', 'invoices', 'withdrawals', 'analytics', 'dashboard', 'activities'];

/** Reads again whatever money going back or being used for something else touches. */
export function usePaymentsChanged(): () => void {
  const queries = useQueryClient();
  return () => void refreshModules(queries, affectedModules);
}
