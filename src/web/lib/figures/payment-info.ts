import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { analytics, paymentInfo as paymentInfoSchema } from '#contract/analytics.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../api.ts';
import { readSnapshot, saveSnapshot } from './snapshot.ts';

export type PaymentInfo = z.output<typeof paymentInfoSchema>;

/** The four cards' figures; the last ones seen stand in until the new ones are there. */
export const paymentInfo = (currency: Currency, businessId: string) =>
  queryOptions({
    queryKey: ['analytics.paymentInfo', currency, businessId],
    queryFn: async ({ signal }) => {
      const { data } = await call(
        analytics.paymentInfo,
        { params: { currency, id: businessId } },
        { signal },
      );
      saveSnapshot('businessPaymentInfo', `${businessId} ${currency}`, paymentInfoSchema, data);
      return data;
    },
    ...readSnapshot('businessPaymentInfo', `${businessId} ${currency}`, paymentInfoSchema),
  });
