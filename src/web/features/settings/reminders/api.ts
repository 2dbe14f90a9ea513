import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { reminders, type ReminderSettings } from '#contract/reminders.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { sessionCurrency } from '#web/lib/session/session.ts';

/** When customers are reminded. */
export const reminderSettings = (currency: Currency) =>
  queryOptions({
    queryKey: ['reminders.settings', currency],
    queryFn: async ({ signal }) =>
      (await call(reminders.settings, { params: { currency } }, { signal })).data,
  });

/** Messages of an example invoice under settings that are not saved yet. */
export const reminderPreview = (currency: Currency, settings: ReminderSettings) =>
  queryOptions({
    queryKey: ['reminders.preview', currency, settings],
    queryFn: async ({ signal }) =>
      (await call(reminders.preview, { params: { currency }, body: settings }, { signal })).data,
    placeholderData: keepPreviousData,
  });

export function useSaveReminders() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Partial<ReminderSettings>) =>
      (await call(reminders.updateSettings, { params: { currency: sessionCurrency() }, body })).data,
    onSuccess: (saved) => {
      queries.setQueryData(reminderSettings(sessionCurrency()).queryKey, saved);
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => /^reminders\.(today|ofInvoice)/.test(String(queryKey[0])),
      });
    },
  });
}
