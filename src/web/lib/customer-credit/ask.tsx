import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { usableCredit } from '#core/customer-credit.ts';
import { add, type Currency, type Minor } from '#core/money.ts';
import { useBusiness } from '../business-profile.ts';
import { lazyComponent } from '../lazy.tsx';
import { useCurrency } from '../session/session.ts';

const CreditQuestion = lazyComponent(async () => (await import('./question.tsx')).CreditQuestion);

/** Goes on with the answer; `undefined` where nothing was asked. */
type GoOn = (useCredit?: boolean) => void;
/** The sum asked about: as much of the credit as the invoices have room for, in minor units. */
export type AskedCredit = { amount: Minor; currency: Currency; customers: readonly string[] };
type Outgoing = { customerId: string; customerName: string; balance: Minor };

/** Asks whether credit is used before invoices go out; without any, they go at once. `question` is to be drawn. */
export function useCreditQuestion(): {
  ask: (credit: AskedCredit | null | undefined, goOn: GoOn) => void;
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
  return { ask: (credit, goOn) => (credit ? setAsked({ credit, goOn }) : goOn()), question };
}

/** The credit that is to be asked about as invoices of the session's currency go out; null for none, and where the business always uses it. */
export function useOutgoingCredit(isOn = true): (invoices: readonly Outgoing[]) => AskedCredit | null {
  const currency = useCurrency();
  const { data: business } = useBusiness();
  const asks = isOn && business?.creditOnSend === 'ask';
  const { data: credits } = useQuery({
    queryKey: ['payments.customerCredits', currency],
    // Fetched with the credit: lists of invoices show without it.
    queryFn: async ({ signal }) => (await import('./api.ts')).readCredits(currency, signal),
    enabled: asks,
  });
  return (invoices) => {
    const usable = usableCredit((asks && credits) || new Map<string, Minor>(), invoices);
    const names = new Map(invoices.map(({ customerId, customerName }) => [customerId, customerName]));
    const customers = [...usable.keys()].map((id) => names.get(id) ?? '');
    return usable.size > 0 ? { amount: add(...usable.values()), currency, customers } : null;
  };
}
