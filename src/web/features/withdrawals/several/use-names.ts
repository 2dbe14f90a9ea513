import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bankAccounts } from '#contract/bank-accounts.ts';
import { ApiError } from '#contract/client.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import type { ToPay } from './people.ts';

/** In whose name an account is held. `limit`: no more names may be looked up today. */
export type Checked =
  | { is: 'known'; name: string }
  | { is: 'asking' | 'wrong' | 'unknown' | 'limit'; name?: undefined };

const DAY_MS = 86_400_000;

/**
 * Looks up the holders of unsaved accounts one after the other; each once, until the daily limit is reached.
 */
export function useNames(currency: Currency, people: readonly ToPay[]) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Readonly<Record<string, Checked>>>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isHere = true;
    const note = (key: string, found: Checked) =>
      isHere && setAsked((before) => ({ ...before, [key]: found }));
    const ask = async () => {
      let isSpent = false;
      for (const person of people) {
        const known = asked[person.key]?.is;
        if ('staff' in person.to || known === 'known' || known === 'wrong') continue;
        const found: Checked = isSpent
          ? { is: 'limit' }
          : await nameOf(queries, currency, person.to.bank.code, person.to.accountNumber);
        if (!isHere) return;
        isSpent ||= found.is === 'limit';
        note(person.key, found);
      }
    };
    void ask();
    return () => {
      isHere = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked anew only when somebody wants it
  }, [round]);
  const checkedOf = ({ key, to }: ToPay): Checked =>
    'staff' in to ? { is: 'known', name: to.staff.accountName } : (asked[key] ?? { is: 'asking' });
  const askAgain = () => {
    const open = Object.entries(asked).filter(([, { is }]) => is === 'known' || is === 'wrong');
    setAsked(Object.fromEntries(open));
    setRound(round + 1);
  };
  return { checkedOf, askAgain };
}

// Shares the query key with the single account fields, so that a name is looked up once.
async function nameOf(
  queries: QueryClient,
  currency: Currency,
  bankCode: string,
  accountNumber: string,
): Promise<Checked> {
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
