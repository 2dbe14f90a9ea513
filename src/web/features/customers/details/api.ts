import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { customers, type customerDetails } from '#contract/customers.ts';
import { invoices } from '#contract/invoices.ts';
import { payments } from '#contract/payments.ts';
import { reminders } from '#contract/reminders.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { refreshCustomers } from '../api.ts';

export type CustomerDetails = z.output<typeof customerDetails>;

const PAGE_SIZE = 10;

/** One customer with what it owes and paid. */
export const customerQuery = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['customers.details', currency, id],
    queryFn: async ({ signal }) =>
      (await call(customers.details, { params: { currency, id } }, { signal })).data,
  });

/** A customer's invoices, newest first, page by page. */
export const invoicesQuery = (currency: Currency, customerId: string) =>
  infiniteQueryOptions({
    queryKey: ['invoices.ofCustomer', currency, customerId],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { customerId, limit: PAGE_SIZE, cursor };
      return call(invoices.list, { params: { currency }, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  });

/** A customer's payments, newest first, page by page. */
export const paymentsQuery = (currency: Currency, customerId: string) =>
  infiniteQueryOptions({
    queryKey: ['payments.ofCustomer', currency, customerId],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { customerId, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) };
      return call(payments.list, { params: { currency }, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  });

/** A customer's promises and how many were kept. */
export const promisesQuery = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['reminders.ofCustomer', currency, id],
    queryFn: async ({ signal }) =>
      (await call(reminders.ofCustomer, { params: { currency, id } }, { signal })).data,
  });

type Merge = { keptId: string; customerId: string };

/** Makes one customer of two; done already is done. */
export function useMergeCustomers() {
  const queries = useQueryClient();
  const currency = useCurrency();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ keptId, customerId }: Merge) =>
      call(customers.merge, { params: { currency, id: keptId }, body: { customerId } }),
    onSuccess: async () => {
      await refreshCustomers(queries);
      for (const of of ['invoices', 'payments', 'reminders'])
        void queries.invalidateQueries({ queryKey: [`${of}.ofCustomer`] });
    },
  });
}
