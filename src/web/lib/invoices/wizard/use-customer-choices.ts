import { useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import type { WithholdingKind } from '#core/tax-rates.ts';
import { call } from '../../api.ts';
import { useCurrency } from '../../session/session.ts';
import type { Purpose } from './purpose.ts';

/** Every active customer, to choose from. */
export function useCustomerChoices() {
  const currency = useCurrency();
  return useQuery({
    queryKey: ['customers.choices', currency],
    queryFn: async ({ signal }) => {
      const { data } = await call(customers.list, { params: { currency } }, { signal });
      return data.customers;
    },
  });
}

/** The purpose the customer of a draft keeps tax for: as its invoice says where it stands already, else as they usually do. */
export function useKeptKind(customerId: string, keeps: Purpose['keeps']): WithholdingKind | null {
  const { data: known = [] } = useCustomerChoices();
  if (keeps?.customerId === customerId) return keeps.kind;
  return known.find(({ id }) => id === customerId)?.withholdingKind ?? null;
}
