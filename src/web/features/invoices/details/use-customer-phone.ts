import { useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import { call } from '#web/lib/api.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import type { InvoiceDetail } from '../api.ts';

const MATCHES = 20;

/** The phone number of an invoice's customer; null when there is none or the customer has left the list. */
export function useCustomerPhone({ customerId, customerEmail, customerName }: InvoiceDetail): string | null {
  const currency = useCurrency();
  const { data = null } = useQuery({
    queryKey: ['customers.phone', currency, customerId],
    queryFn: async ({ signal }) => {
      const query = { search: customerEmail || customerName, limit: MATCHES };
      const { data } = await call(customers.list, { params: { currency }, query }, { signal });
      return data.customers.find(({ id }) => id === customerId)?.phone ?? null;
    },
    retry: false,
  });
  return data;
}
