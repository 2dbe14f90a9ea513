import { useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import { call } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { chargeTexts } from './charge-texts.ts';

/** Customers a charge can be assigned to; anybody by default. */
export function useCustomerOptions() {
  const currency = useCurrency();
  const { data = [], isPending } = useQuery({
    queryKey: ['customers.list', currency, 'counter'],
    queryFn: async ({ signal }) =>
      (await call(customers.list, { params: { currency } }, { signal })).data.customers,
  });
  const known = data.map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
  return { options: [{ value: '', label: chargeTexts.anybody }, ...known], loading: isPending };
}
