import { add, least, type Minor, ZERO } from './money.ts';

type Asking = { customerId: string; balance: Minor };

/** Credit of their customers that invoices could use, by customer, in minor units: never more than they ask for together. */
export function usableCredit(
  credits: ReadonlyMap<string, Minor>,
  invoices: readonly Asking[],
): Map<string, Minor> {
  const asked = Map.groupBy(invoices, ({ customerId }) => customerId);
  const usable = new Map<string, Minor>();
  for (const [customerId, own] of asked) {
    const amount = least(credits.get(customerId) ?? ZERO, add(...own.map(({ balance }) => balance)));
    if (amount > 0) usable.set(customerId, amount);
  }
  return usable;
}
