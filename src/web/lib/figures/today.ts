import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { today, type todayFigures } from '#contract/today.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../api.ts';
import { visitBefore } from './last-visit.ts';

export type Today = z.output<typeof todayFigures>;
export type OwedInvoice = Today['oldest'][number];

/** Money that came in since the owner was last here, who owes and since when, and what was promised until today. */
export const todayQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['analytics.today', currency],
    queryFn: async ({ signal }) => {
      const input = { params: { currency }, query: { since: visitBefore()?.toISOString() } };
      return (await call(today.read, input, { signal })).data;
    },
  });
