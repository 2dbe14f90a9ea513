import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bankAccounts } from '#contract/bank-accounts.ts';
import { ApiError } from '#contract/client.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import type { Payee } from './payees.ts';

/** In whose name an account is held. `limit`: no more names may be looked up today. */
export type HolderLookup =
  | { is: 'known'; name: string }
  | { is: 'asking' | 'wrong' | 'unknown' | 'limit'; name?: undefined };

const DAY_MS = 86_400_000;

/** Looks up the holders of unsaved accounts one after the other; each once, until the daily limit is reached. */
export function useHolderNames(currency: Currency, people: readonly Payee[]) {
  const queries = useQueryClient();
  const [lookups, setLookups] = useState<Readonly<Record<string, HolderLookup>>>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isActive = true;
    const record = (key: string, found: HolderLookup) =>
      isActive && setLookups((before) => ({ ...before, [key]: found }));
    const lookUpAll = async () => {
      let isLimitReached = false;
      for (const person of people) {
        const known = lookups[person.key]?.is;
        if ('staff' in person.to || known === 'known' || known === 'wrong') continue;
        const found: HolderLookup = isLimitReached
          ? { is: 'limit' }
          : await lookUpName(queries, currency, person.to.bank.code, person.to.accountNumber);
        if (!isActive) return;
        isLimitReached ||= found.is === 'limit';
        record(person.key, found);
      }
    };
    void lookUpAll();
    return () => {
      isActive = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked anew only when somebody wants it
  }, [round]);
  const lookupOf = ({ key, to }: Payee): HolderLookup =>
    'staff' in to ? { is: 'known', name: to.staff.accountName } : (lookups[key] ?? { is: 'asking' });
  const retryLookups = () => {
    const open = Object.entries(lookups).filter(([, { is }]) => is === 'known' || is === 'wrong');
    setLookups(Object.fromEntries(open));
    setRound(round + 1);
  };
  return { lookupOf, retryLookups };
}

// Shares the query key with the single account fields, so that a name is looked up once.
async function lookUpName(
  queries: QueryClient,
  currency: Currency,
  bankCode: string,
  accountNumber: string,
): Promise<HolderLookup> {
  try {
    const name = await queries.fetchQuery({
      queryKey: ['bankAccounts.holder', currency, bankCode, accountNumber],
      queryFn: async ({ signal }) => {
        const input = { params: { currency }, query: { bankCode, accountNumber } };
        return (await call(bankAccounts.resolveAccount, input, { signal })).data.accountName;
      },
      staleTime: DAY_MS,
      retry: false,
    });
    return { is: 'known', name };
  } catch (error) {
    if (!(error instanceof ApiError)) return { is: 'unknown' };
    if (error.status === 429) return { is: 'limit' };
    return { is: error.status === 422 ? 'wrong' : 'unknown' };
  }
}
