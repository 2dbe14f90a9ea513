import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import { ApiError } from '#contract/client.ts';
import type { Currency } from '#core/money.ts';
import { holderQuery } from '#web/lib/bank-account/queries.ts';
import type { Payee } from './payees.ts';

/** In whose name an account is held. `limit`: no more names may be looked up today. */
export type HolderLookup =
  | { is: 'known'; name: string }
  | { is: 'asking' | 'wrong' | 'unknown' | 'limit'; name?: undefined };

/** Looks up the holders of accounts no name is kept with, one after the other; each once, until the daily limit is reached. */
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
        if (keptName(person) !== null || known === 'known' || known === 'wrong') continue;
        const found: HolderLookup = isLimitReached
          ? { is: 'limit' }
          : await lookUpName(queries, currency, accountOf(person));
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
  const lookupOf = (person: Payee): HolderLookup => {
    const name = keptName(person);
    return name === null ? (lookups[person.key] ?? { is: 'asking' }) : { is: 'known', name };
  };
  const retryLookups = () => {
    const open = Object.entries(lookups).filter(([, { is }]) => is === 'known' || is === 'wrong');
    setLookups(Object.fromEntries(open));
    setRound(round + 1);
  };
  return { lookupOf, retryLookups };
}

const keptName = ({ to }: Payee) => ('staff' in to ? to.staff.accountName : null);

const accountOf = ({ to }: Payee) =>
  'staff' in to
    ? { bankCode: to.staff.bankCode, accountNumber: SAVED_ACCOUNT, staffId: to.staff.id }
    : { bankCode: to.bank.code, accountNumber: to.accountNumber };

async function lookUpName(
  queries: QueryClient,
  currency: Currency,
  account: ReturnType<typeof accountOf>,
): Promise<HolderLookup> {
  try {
    const name = await queries.fetchQuery(holderQuery(currency, account));
    return { is: 'known', name };
  } catch (error) {
    if (!(error instanceof ApiError)) return { is: 'unknown' };
    if (error.status === 429) return { is: 'limit' };
    return { is: error.status === 422 ? 'wrong' : 'unknown' };
  }
}
