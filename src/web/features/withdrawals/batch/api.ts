import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type bulkItem, type bulkQuote, withdrawals } from '#contract/withdrawals.ts';
import type { Currency, Minor } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import type { AgreedNames } from '#web/lib/pin/use-pinned-call.ts';
import { refreshWithdrawals } from '../api.ts';

export type BulkQuote = z.output<typeof bulkQuote>;
export type BulkItem = z.output<typeof bulkItem>;

const POLL_MS = 10_000;

/** The cost of paying these amounts, and the balance afterwards. */
export const bulkQuoteQuery = (currency: Currency, amounts: readonly Minor[], available: Minor | undefined) =>
  queryOptions({
    queryKey: ['quotes.bulk', currency, amounts, available],
    queryFn: async ({ signal }): Promise<BulkQuote> => {
      const input = { params: { currency }, body: { amounts: [...amounts] } };
      return (await call(withdrawals.quoteBulk, input, { signal })).data;
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** All payouts of a batch, earlier attempts included. Polls while a payout is pending. */
export const batchQuery = (currency: Currency, batchId: string) =>
  queryOptions({
    queryKey: ['withdrawals.batch', currency, batchId],
    queryFn: async ({ signal }) => {
      const input = { params: { currency }, query: { batch: batchId, limit: 1000 } };
      return (await call(withdrawals.list, input, { signal })).data.withdrawals;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending' || status === 'processing') ? POLL_MS : false,
  });

/** The calls that pay: several, and again whoever got nothing. */
export function useBulkCalls(currency: Currency) {
  const queries = useQueryClient();
  const refresh = <T>(work: Promise<T>) => work.finally(() => refreshWithdrawals(queries));
  return {
    pay: (items: BulkItem[], pin: string, idempotencyKey: string) =>
      refresh(call(withdrawals.bulk, { params: { currency }, body: { items, pin } }, { idempotencyKey })),
    payAgain: (batchId: string, pin: string, idempotencyKey: string, agreed: AgreedNames) => {
      const input = { params: { currency, id: batchId }, body: { pin, accountNames: byWithdrawal(agreed) } };
      return refresh(call(withdrawals.retryBatch, input, { idempotencyKey }));
    },
  };
}

const byWithdrawal = (agreed: AgreedNames) =>
  Object.entries(agreed).map(([path, accountName]) => ({
    withdrawalId: path.replace('accountNames.', ''),
    accountName,
  }));
