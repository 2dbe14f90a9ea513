import { queryOptions } from '@tanstack/react-query';
import { withdrawals } from '#contract/withdrawals.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../api.ts';

/** Money that can be withdrawn now, and money on its way out. */
export const balanceQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['withdrawals.balance', currency],
    queryFn: async ({ signal }) =>
      (await call(withdrawals.balance, { params: { currency } }, { signal })).data,
  });
