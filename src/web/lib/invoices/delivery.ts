import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type invoiceDetail as detailSchema, invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { toast, type ToastOptions } from '#web/ui/toast-store.ts';
import { call, messageOf, newIdempotencyKey } from '../api.ts';
import { queueOrRethrow, toastQueued } from '../offline/outbox.ts';
import { isSessionEnd } from '../session/expiry.ts';
import { useCurrency } from '../session/session.ts';
import { deliveryTexts } from './texts.ts';

type InvoiceDetail = z.output<typeof detailSchema>;
type Channel = 'email' | 'whatsapp';

/** Modules whose figures change with an invoice. */
const AFFECTED_MODULES = ['invoices', 'analytics', 'dashboard', 'payments', 'customers', 'activities'];

/** One invoice with its lines and payments. */
export const invoiceDetail = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['invoices.detail', currency, id],
    queryFn: async ({ signal }) => {
      const { data } = await call(invoices.detail, { params: { currency, id } }, { signal });
      return data;
    },
  });

type SendInput = { invoiceId: string; channels?: Channel[] };

/** Sends a pending invoice. The answer's `whatsappUrl` is there when the owner still has to send that message. */
export function useSendInvoice() {
  return useDelivery(invoices.send, deliveryTexts.sent, deliveryTexts.sendFailed);
}

/** Reminds the customer of an unpaid invoice. */
export function useRemindInvoice() {
  return useDelivery(invoices.remind, deliveryTexts.reminded, deliveryTexts.remindFailed);
}

function useDelivery(endpoint: typeof invoices.send | typeof invoices.remind, done: string, failed: string) {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (body: SendInput) => {
      const idempotencyKey = newIdempotencyKey();
      const sending = call(endpoint, { params: { currency }, body }, { idempotencyKey });
      const { data, message } = await sending.catch((error: unknown) => {
        throw endpoint === invoices.remind
          ? queueOrRethrow(error, { idempotencyKey, currency, ...body })
          : error;
      });
      return { ...data, message };
    },
    onSuccess: ({ invoice, message }) => {
      cacheInvoice(queries, invoice);
      // The server tells when nothing was sent because today's reminder had already gone.
      if (message === done) toast.success(done);
      else toast.info(message);
    },
    onError: (error) => toastQueued(error) || toastInvoiceError(error, failed),
    onSettled: () => {
      void refreshInvoices(queries);
      // It tells how many customers can still be written to today.
      void queries.invalidateQueries({ queryKey: ['business.getProfile'] });
    },
  });
}

export function cacheInvoice(queries: QueryClient, invoice: InvoiceDetail): void {
  queries.setQueryData(invoiceDetail(invoice.currency, invoice.id).queryKey, invoice);
}

/** Reads again whatever shows invoices or figures made from them. */
export function refreshInvoices(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => AFFECTED_MODULES.includes(String(queryKey[0]).split('.')[0] ?? ''),
  });
}

/** Shows the error with its reason, unless the session's end was already reported. */
export function toastInvoiceError(error: unknown, message: string, action?: ToastOptions['action']): void {
  if (isSessionEnd(error)) return;
  const reason = messageOf(error, '');
  toast.error(message, { ...(reason && reason !== message && { text: reason }), ...(action && { action }) });
}
