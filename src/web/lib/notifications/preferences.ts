import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type notificationPreferences, settings } from '#contract/settings.ts';
import type { Currency } from '#core/money.ts';
import { call } from '../api.ts';

export type Preferences = z.output<typeof notificationPreferences>;

/** The owner's notification preferences, by email and on screen. */
export const preferencesQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['settings.notifications', currency],
    queryFn: async ({ signal }) =>
      (await call(settings.notifications, { params: { currency } }, { signal })).data,
  });
