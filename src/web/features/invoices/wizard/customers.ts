import { useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import { call } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';

/** Every active customer, to choose from. */
export function useCustomerChoices() {
  const currency = useCurrency();
  return useQuery({
    queryKey: ['customers.list', currency, 'choices'],
    queryFn: async ({ signal }) => {
      const { data } = await call(customers.list, { params: { currency } }, { signal });
      return data.customers;
    },
  });
}
