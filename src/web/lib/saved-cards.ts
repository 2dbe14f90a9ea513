import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { savedCards } from '#contract/saved-cards.ts';
import type { Currency } from '#core/money.ts';
import { call } from './api.ts';
import { refreshModules } from './query-client.ts';

/** The cards a customer had saved with the business. */
export const savedCardsQuery = (currency: Currency, customerId: string) =>
  queryOptions({
    queryKey: ['plans.savedCards', currency, customerId],
    queryFn: async ({ signal }) =>
      (await call(savedCards.list, { params: { currency }, query: { customerId } }, { signal })).data,
  });

/** Stops one of them, for good. Its caller tells a refusal. */
export function useStopCard(currency: Currency) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call(savedCards.stop, { params: { currency, id } }),
    onSettled: () => void refreshModules(queries, ['plans']),
  });
}
