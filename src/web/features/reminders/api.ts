import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type preparedMessage, reminders } from '#contract/reminders.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey, toastReason } from '#web/lib/api.ts';
import { refreshModules } from '#web/lib/query-client.ts';
import { errorsOf, hasErrors } from '#web/lib/forms/rules.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from './texts.ts';

export type PreparedMessage = z.output<typeof preparedMessage>;
export type MessageOutcome = 'whatsapp' | 'email' | 'skipped';

/** The messages that wait to be sent. */
export const todaysMessages = (currency: Currency) =>
  queryOptions({
    queryKey: ['reminders.today', currency],
    queryFn: ({ signal }) => call(reminders.today, { params: { currency }, query: {} }, { signal }),
  });

/** `words`: the owner's own, in place of the message's. */
type Sending = { id: string; channel: 'whatsapp' | 'email'; words?: string };

/** Notes that a message is sent and opens the chat, or sends it by email. */
export function useSendPrepared() {
  const currency = useCurrency();
  const refresh = useRefresh();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ id, ...body }: Sending) => {
      const idempotencyKey = newIdempotencyKey();
      const input = { params: { currency, id }, body };
      return (await call(reminders.send, input, { idempotencyKey })).data;
    },
    onError: (error) => {
      // Faults of its words stand below them.
      if (!hasErrors(errorsOf(error))) toastReason(error, texts.sendFailed);
    },
    onSettled: refresh,
  });
}

export function useSkipPrepared() {
  const currency = useCurrency();
  const refresh = useRefresh();
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call(reminders.skip, { params: { currency, id } }),
    onError: (error) => toastReason(error, texts.skipFailed),
    onSettled: refresh,
  });
}

/** Takes back that a message was sent or skipped. */
export function useUndoPrepared() {
  const currency = useCurrency();
  const refresh = useRefresh();
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => call(reminders.undo, { params: { currency, id } }),
    onSuccess: () => toast.success(texts.back),
    onError: (error) => toastReason(error, texts.undoFailed),
    onSettled: refresh,
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return () => void refreshModules(queries, ['reminders', 'activities']);
}
