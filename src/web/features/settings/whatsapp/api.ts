import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { whatsapp } from '#contract/whatsapp.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';

/** Read again by itself when a phone is linked. */
export const phoneQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['whatsapp.phone', currency],
    queryFn: async ({ signal }) => (await call(whatsapp.phone, { params: { currency } }, { signal })).data,
  });

export function useCode(currency: Currency) {
  return useMutation({
    mutationFn: async () => (await call(whatsapp.code, { params: { currency } })).data,
  });
}

export function useUnlink(currency: Currency) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(whatsapp.unlink, { params: { currency } }),
    onSuccess: () => {
      for (const key of ['whatsapp.phone', 'account.audit'])
        void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}
