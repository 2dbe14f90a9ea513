import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { activities, activity } from '#contract/activities.ts';
import { analytics, type analyticsReport } from '#contract/analytics.ts';
import { customers } from '#contract/customers.ts';
import { identity } from '#contract/identity.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { readSnapshot, saveSnapshot } from '#web/lib/figures/snapshot.ts';
import { sessionCurrency } from '#web/lib/session/session.ts';

export type Activity = z.output<typeof activity>;
export type Report = z.output<typeof analyticsReport>;

const LATEST = 10;
const NEWEST = 3;
const latestActivities = z.array(activity);

/** The ten latest activities about money and customers. */
export const recentActivities = (currency: Currency, businessId: string) =>
  queryOptions({
    queryKey: ['activities.list', currency, 'latest'],
    queryFn: async ({ signal }) => {
      const { data } = await call(
        activities.list,
        { params: { currency }, query: { limit: LATEST, about: 'trade' } },
        { signal },
      );
      const latest = data.activities.slice(0, LATEST);
      saveSnapshot('businessActivity', businessId, latestActivities, latest);
      return latest;
    },
    ...readSnapshot('businessActivity', businessId, latestActivities),
  });

/** Six months, for the small bars and the customers who paid most. */
export const halfYear = (currency: Currency, businessId: string) =>
  queryOptions({
    queryKey: ['analytics.report', currency, businessId, 'home'],
    queryFn: async ({ signal }) => {
      const { data } = await call(
        analytics.report,
        { params: { currency, id: businessId }, query: { months: '6' } },
        { signal },
      );
      return data;
    },
  });

/** Names of the customers added last. Its own key: lists under `customers.list` have another shape. */
export const newestCustomers = (currency: Currency) =>
  queryOptions({
    queryKey: ['customers.newest', currency],
    queryFn: async ({ signal }) => {
      const { data } = await call(
        customers.list,
        { params: { currency }, query: { limit: NEWEST } },
        { signal },
      );
      return data.customers.map(({ id, name }) => ({ id, name }));
    },
  });

export const resendVerification = (email: string) =>
  call(identity.resendVerification, { body: { email, preferredCurrency: sessionCurrency() } });
