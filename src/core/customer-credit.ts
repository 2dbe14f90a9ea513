import { add, least, type Minor, ZERO } from './money.ts';

type Asking = { customerId: string; customerName: string; balance: Minor };

/**
 * Credit of their customers that invoices could use, in minor units, and the names of those customers: of none more than their invoices
 * ask for together; null where there is none.
 */
export function usableCredit(
  credits: ReadonlyMap<string, Minor>,
  invoices: readonly Asking[],
): { amount: Minor; customers: string[] } | null {
  // By hand: a phone's browser may be too old for `Map.groupBy`.
  const asked = new Map<string, { name: string; balance: Minor }>();
  for (const { customerId, customerName: name, balance } of invoices)
    asked.set(customerId, { name, balance: add(asked.get(customerId)?.balance ?? ZERO, balance) });
  const usable = [...asked]
    .map(([customerId, { name, balance }]) => ({
      name,
      amount: least(credits.get(customerId) ?? ZERO, balance),
    }))
    .filter(({ amount }) => amount > 0);
  if (usable.length === 0) return null;
  return { amount: add(...usable.map(({ amount }) => amount)), customers: usable.map(({ name }) => name) };
}
