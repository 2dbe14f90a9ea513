import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { customerCredit } from '#contract/customer-credit.ts';
import { usableCredit } from '#core/customer-credit.ts';
import type { Currency, Minor } from '#core/money.ts';
import { call } from '../api.ts';
import { useBusiness } from '../business-profile.ts';
import { lazyDialog } from '../lazy.tsx';
import { useCurrency } from '../session/session.ts';

const CreditQuestion = lazyDialog(async () => (await import('./question.tsx')).CreditQuestion);

/** Goes on with the answer; `undefined` where nothing was asked. */
type GoOn = (useCredit?: boolean) => void;
/** The sum asked about: as much of the credit as the invoices have room for, in minor units. */
export type AskedCredit = { amount: Minor; currency: Currency; customers: readonly string[] };
type Asking = Promise<AskedCredit | null> | AskedCredit | null | undefined;
type Outgoing = { customerId: string; customerName: string; balance: Minor };

/** Asks whether credit is used before invoices go out; without any, they go at once. `question` is to be drawn. */
export function useCreditQuestion(): {
  ask: (asking: Asking, goOn: GoOn) => void;
  question: ReactNode;
} {
  const [asked, setAsked] = useState<{ credit: AskedCredit; goOn: GoOn } | null>(null);
  const answer = (useCredit: boolean) => {
    setAsked(null);
    asked?.goOn(useCredit);
  };
  const question = asked && (
    <CreditQuestion {...asked.credit} onAnswer={answer} onClose={() => setAsked(null)} />
  );
  const ask = async (asking: Asking, goOn: GoOn) => {
    const credit = await asking;
    if (credit) setAsked({ credit, goOn });
    else goOn();
  };
  return { ask: (asking, goOn) => void ask(asking, goOn), question };
}

const creditsQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['payments.customerCredits', currency],
    queryFn: async ({ signal }) => {
      const { data } = await call(customerCredit.list, { params: { currency } }, { signal });
      return new Map(data.map(({ customerId, credit }) => [customerId, credit]));
    },
    // Offline nothing waits for it: sending itself tells.
    networkMode: 'always',
  });

/**
 * The credit that is to be asked about as invoices of the session's currency go out; null for none, and where the business
 * always uses it. Pressed before it was read, sending waits for it.
 */
export function useOutgoingCredit(
  isOn = true,
): (invoices: readonly Outgoing[]) => Promise<AskedCredit | null> {
  const queries = useQueryClient();
  const currency = useCurrency();
  const { data: business } = useBusiness();
  const asks = isOn && business?.creditOnSend === 'ask';
  useQuery({ ...creditsQuery(currency), enabled: asks });
  return async (invoices) => {
    if (!asks) return null;
    const credits = await queries.ensureQueryData(creditsQuery(currency)).catch(() => null);
    const usable = usableCredit(credits ?? new Map<string, Minor>(), invoices);
    return usable && { ...usable, currency };
  };
}
