import { queryOptions, useQuery } from '@tanstack/react-query';
import { bankAccounts } from '#contract/bank-accounts.ts';
import { ApiError } from '#contract/client.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../api.ts';
import { useCurrency } from '../session/session.ts';

const DAY_MS = 86_400_000;
const ACCOUNT_DIGITS = 10;

/** Banks that accept payouts. Not under `withdrawals`: those live events change no bank. */
export const bankListQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['banks.list', currency],
    queryFn: async ({ signal }) =>
      (await call(bankAccounts.banks, { params: { currency } }, { signal })).data,
    staleTime: DAY_MS,
  });

export type HolderState =
  | { is: 'none' }
  | { is: 'asking' }
  | { is: 'known'; name: string }
  | { is: 'wrong'; reason: string }
  | { is: 'unknown'; tooMany: boolean; retry: () => void };

/** Looks up the account holder's name once bank and number are complete; each pair once. */
export function useHolder(bankCode: string, accountNumber: string): HolderState {
  const currency = useCurrency();
  const isComplete =
    bankCode !== '' && accountNumber.length === ACCOUNT_DIGITS && /^\d+$/.test(accountNumber);
  const query = useQuery({
    queryKey: ['bankAccounts.holder', currency, bankCode, accountNumber],
    queryFn: async ({ signal }) => {
      const input = { params: { currency }, query: { bankCode, accountNumber } };
      return (await call(bankAccounts.resolveAccount, input, { signal })).data.accountName;
    },
    enabled: isComplete,
    staleTime: DAY_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (!isComplete) return { is: 'none' };
  if (query.data !== undefined) return { is: 'known', name: query.data };
  if (query.isFetching || !query.error) return { is: 'asking' };
  const { error } = query;
  if (error instanceof ApiError && error.status === 422)
    return { is: 'wrong', reason: error.errors[0]?.message ?? error.message };
  const tooMany = error instanceof ApiError && error.status === 429;
  return { is: 'unknown', tooMany, retry: () => void query.refetch() };
}
