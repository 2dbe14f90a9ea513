import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { CallInput } from '#contract/endpoint.ts';
import { type invoiceReminders, reminders } from '#contract/reminders.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey, toastReason } from '#web/lib/api.ts';
import { refreshModules } from '#web/lib/query-client.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from './texts.ts';

export type InvoiceReminders = z.output<typeof invoiceReminders>;
export type TimelineEvent = InvoiceReminders['events'][number];
type NewPromise = CallInput<typeof reminders.promise>['body'];

/** Events of an invoice and its next reminder. */
export const remindersOfInvoice = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['reminders.ofInvoice', currency, id],
    queryFn: async ({ signal }) =>
      (await call(reminders.ofInvoice, { params: { currency, id } }, { signal })).data,
  });

/** Notes a promise; refusals of a field are for the form. */
export function useRecordPromise() {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: NewPromise) =>
      call(reminders.promise, { params: { currency }, body }, { idempotencyKey: newIdempotencyKey() }),
    onSettled: () => refresh(queries),
  });
}

export function useWithdrawPromise() {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call(reminders.withdrawPromise, { params: { currency, id } }),
    onSuccess: () => toast.success(texts.withdrawn),
    onError: (error) => toastReason(error, texts.withdrawFailed),
    onSettled: () => refresh(queries),
  });
}

export function useSwitchReminders() {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id, on }: { id: string; on: boolean }) =>
      call(reminders.switchInvoice, { params: { currency, id }, body: { on } }),
    onError: (error) => toastReason(error, texts.switchFailed),
    onSettled: () => refresh(queries),
  });
}

const refresh = (queries: QueryClient) => void refreshModules(queries, ['reminders', 'activities']);
