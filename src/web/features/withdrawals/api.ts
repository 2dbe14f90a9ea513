import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { staff, type staffMember } from '#contract/staff.ts';
import { type newWithdrawal, type quote, type withdrawal, withdrawals } from '#contract/withdrawals.ts';
import type { Currency, Minor } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { refreshModules } from '#web/lib/query-client.ts';

export type Withdrawal = z.output<typeof withdrawal>;
export type WithdrawalType = Withdrawal['type'];
export type NewWithdrawal = z.output<typeof newWithdrawal>;
export type Staff = z.output<typeof staffMember>;
export type Balance = z.output<typeof withdrawals.balance.response>['data'];
export type Quote = z.output<typeof quote>;

const PAGE_SIZE = 20;

/** The fee of an amount; the previous response stays while the next is loading. */
export const quoteQuery = (currency: Currency, amount: Minor, available: Minor | undefined) =>
  queryOptions({
    // Not under `withdrawals`: those live events change no fee, only the balance limits the amount.
    queryKey: ['quotes.withdrawal', currency, amount, available],
    queryFn: ({ signal }) => quoteOf(currency, amount, signal),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

async function quoteOf(currency: Currency, amount: Minor, signal?: AbortSignal): Promise<Quote> {
  const input = { params: { currency }, query: { amount: amount / 100 } };
  return (await call(withdrawals.quote, input, signal ? { signal } : {})).data;
}

/** The most that can be sent so that its fee is covered too; zero where the balance covers no fee. */
export async function mostToWithdraw(currency: Currency, available: Minor): Promise<Minor> {
  return (await quoteOf(currency, available)).most;
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

/** The people on the staff list. News of withdrawals tell of them too. */
export const staffQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['withdrawals.staff', currency],
    queryFn: async ({ signal }) => (await call(staff.list, { params: { currency } }, { signal })).data.staff,
  });

/** Reads again whatever money going out changes. */
export function refreshWithdrawals(queries: QueryClient): void {
  void refreshModules(queries, ['withdrawals', 'dashboard', 'activities']);
}

export function useWithdraw(currency: Currency) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewWithdrawal; idempotencyKey: string }) =>
      call(withdrawals.create, { params: { currency }, body }, { idempotencyKey }),
    onSettled: () => refreshWithdrawals(queries),
  });
}
