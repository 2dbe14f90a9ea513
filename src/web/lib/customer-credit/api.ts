import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { customerCredit } from '#contract/customer-credit.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { refreshPayments } from '../claims/api.ts';

/** The credit of a customer: all of it, and the part a provider can send back. */
export const creditQuery = (currency: Currency, customerId: string) =>
  queryOptions({
    queryKey: ['payments.customerCredit', currency, customerId],
    queryFn: async ({ signal }) =>
      (await call(customerCredit.read, { params: { currency, id: customerId } }, { signal })).data,
  });

type Target = { id: string; customerId: string; currency: Currency };

/** Uses a customer's credit for an invoice. One press that got no answer is repeated, not doubled. */
export function useCustomerCredit({ id, customerId, currency }: Target) {
  const queries = useQueryClient();
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  return useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call(
        customerCredit.apply,
        { params: { currency, id: customerId }, body: { invoiceId: id } },
        { idempotencyKey },
      ),
    onSuccess: () => setKey(newIdempotencyKey()),
    onSettled: () => refreshPayments(queries),
  });
}
