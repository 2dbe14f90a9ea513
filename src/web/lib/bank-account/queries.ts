import { queryOptions, useQuery } from '@tanstack/react-query';
import { bankAccounts, OWN_ACCOUNT, SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import { ApiError } from '#contract/client.ts';
import { DAY_MS } from '#core/durations.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../api.ts';
import { useCurrency } from '../session/session.ts';

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

/** The holder's name of an account; `staffId` where it is the saved one of a member of staff. */
export const holderQuery = (
  currency: Currency,
  { bankCode, accountNumber, staffId }: { bankCode: string; accountNumber: string; staffId?: string },
) =>
  queryOptions({
    queryKey: ['bankAccounts.holder', currency, bankCode, accountNumber, staffId],
    queryFn: async ({ signal }) => {
      const query = { bankCode, accountNumber, ...(staffId ? { staffId } : {}) };
      return (await call(bankAccounts.resolveAccount, { params: { currency }, query }, { signal })).data
        .accountName;
    },
    // Behind `own` and `saved` may be another account by now.
    staleTime: /^\d+$/.test(accountNumber) ? DAY_MS : 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** Looks up the account holder's name once bank and number are complete; each pair once. */
export function useHolder(bankCode: string, accountNumber: string, staffId?: string): HolderState {
  const currency = useCurrency();
  const isTyped = accountNumber.length === ACCOUNT_DIGITS && /^\d+$/.test(accountNumber);
  const isComplete =
    bankCode !== '' && (isTyped || accountNumber === OWN_ACCOUNT || accountNumber === SAVED_ACCOUNT);
  const account = {
    bankCode,
    accountNumber,
    ...(accountNumber === SAVED_ACCOUNT && staffId ? { staffId } : {}),
  };
  const query = useQuery({ ...holderQuery(currency, account), enabled: isComplete });
  if (!isComplete) return { is: 'none' };
  if (query.data !== undefined) return { is: 'known', name: query.data };
  if (query.isFetching || !query.error) return { is: 'asking' };
  const { error } = query;
  if (error instanceof ApiError && error.status === 422)
    return { is: 'wrong', reason: error.errors[0]?.message ?? error.message };
  const tooMany = error instanceof ApiError && error.status === 429;
  return { is: 'unknown', tooMany, retry: () => void query.refetch() };
}
