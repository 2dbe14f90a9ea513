import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type newWithdrawal, type withdrawal, withdrawals } from '#contract/withdrawals.ts';
import { type Currency, type Minor, minor, subtract } from '#core/money.ts';
import { call } from '../../lib/api.ts';

export type Withdrawal = z.output<typeof withdrawal>;
export type WithdrawalType = Withdrawal['type'];
export type NewWithdrawal = z.output<typeof newWithdrawal>;

const PAGE_SIZE = 20;

export const balanceQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['withdrawals.balance', currency],
    queryFn: async ({ signal }) =>
      (await call(withdrawals.balance, { params: { currency } }, { signal })).data,
  });

/** What sending an amount costs; the last answer stays while the next is on its way. */
export const quoteQuery = (currency: Currency, amount: Minor) =>
  queryOptions({
    // Not under `withdrawals`: news of those changes no fee.
    queryKey: ['quotes.withdrawal', currency, amount],
    queryFn: ({ signal }) => quoteOf(currency, amount, signal),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

async function quoteOf(currency: Currency, amount: Minor, signal?: AbortSignal) {
  return (
    await call(withdrawals.quote, { params: { currency }, query: { amount: amount / 100 } }, { signal })
  ).data;
}

/** The most that can be sent so that its fee is covered too. The fee may fall with the amount, so it is asked twice. */
export async function mostToWithdraw(currency: Currency, available: Minor): Promise<Minor> {
  const above = await quoteOf(currency, available);
  if (above.fee >= available) return minor(0);
  const safe = await quoteOf(currency, subtract(available, above.fee));
  if (safe.fee === above.fee) return safe.amount;
  const more = await quoteOf(currency, subtract(available, safe.fee));
  return more.total <= available ? more.amount : safe.amount;
}

/** Withdrawals and disbursements, newest first, page by page. */
export const withdrawalList = (currency: Currency) =>
  infiniteQueryOptions({
    queryKey: ['withdrawals.list', currency],
    queryFn: ({ pageParam, signal }) =>
      call(
        withdrawals.list,
        { params: { currency }, query: { limit: PAGE_SIZE, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
  });

export function useWithdraw(currency: Currency) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewWithdrawal; idempotencyKey: string }) =>
      call(withdrawals.create, { params: { currency }, body }, { idempotencyKey }),
    onSettled: () => {
      const touched = ['withdrawals', 'dashboard', 'activities'];
      const module = (key: readonly unknown[]) => String(key[0]).split('.')[0] ?? '';
      void queries.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(module(queryKey)) });
    },
  });
}
