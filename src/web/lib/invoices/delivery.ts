import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type invoiceDetail as detailSchema, invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { toast } from '#web/ui/toast-store.ts';
import { call, newIdempotencyKey, toastReason } from '../api.ts';
import { queueOrRethrow, toastQueued } from '../offline/outbox.ts';
import { refreshModules } from '../query-client.ts';
import { useCurrency } from '../session/session.ts';
import { deliveryTexts } from './texts.ts';

type InvoiceDetail = z.output<typeof detailSchema>;
type Channel = 'email' | 'whatsapp';

/** Modules whose figures change with an invoice. */
const AFFECTED_MODULES = [
  'invoices',
  'analytics',
  'dashboard',
  'payments',
  'customers',
  'activities',
  'quotes',
];

/** One invoice with its lines and payments. */
export const invoiceDetail = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['invoices.detail', currency, id],
    queryFn: async ({ signal }) => {
      const { data } = await call(invoices.detail, { params: { currency, id } }, { signal });
      return data;
    },
  });

type SendInput = {
  invoiceId: string;
  channels?: Channel[];
  /** Whether credit of its customer is used for it; by the setting where it is left out. */
  useCredit?: boolean | undefined;
  /** Ends in a chat on this device, so it cannot be sent later by itself. */
  inChat?: boolean;
};

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
    mutationFn: async ({ inChat = false, ...body }: SendInput) => {
      const idempotencyKey = newIdempotencyKey();
      const sending = call(endpoint, { params: { currency }, body }, { idempotencyKey });
      const { data, message } = await sending.catch((error: unknown) => {
        throw endpoint === invoices.remind && !inChat
          ? queueOrRethrow(error, { idempotencyKey, currency, ...body })
          : error;
      });
      return { ...data, message };
    },
    onSuccess: ({ invoice, message, channels, whatsappUrl }) => {
      cacheInvoice(queries, invoice);
      // The server tells when nothing was sent because today's reminder had already gone.
      if (message !== done) toast.info(message);
      else if (whatsappUrl && !channels.includes('email')) toast.info(deliveryTexts.sendInWhatsapp);
      else toast.success(done);
    },
    onError: (error) => toastQueued(error) || toastReason(error, failed),
    onSettled: () => {
      void refreshInvoices(queries);
      // It tells how many customers can still be written to today.
      void queries.invalidateQueries({ queryKey: ['business.getProfile'] });
    },
  });
}

type Delivery = Pick<ReturnType<typeof useSendInvoice>, 'mutate'>;

/**
 * A window for a chat, opened by the press itself: one opened after the answer would be blocked. It is led to an address, or
 * closed where there is none. Where no window may be opened, the chat opens in this one.
 */
export function openChat(): (url: string | null) => void {
  const chat = open('', '_blank');
  if (chat) chat.opener = null;
  return (url) => {
    if (url) (chat ?? window).location.assign(url);
    else chat?.close();
  };
}

/** Sends or reminds from a press: by email, and by WhatsApp where there is no address. */
export function deliver(
  { mutate }: Delivery,
  { id, customerEmail }: Pick<InvoiceDetail, 'id' | 'customerEmail'>,
  { channels, useCredit }: Pick<SendInput, 'channels' | 'useCredit'> = {},
): void {
  const inChat = channels ? channels.includes('whatsapp') : customerEmail === '';
  const body: SendInput = { invoiceId: id, inChat, ...(channels && { channels }), useCredit };
  if (!inChat) return mutate(body);
  const leadTo = openChat();
  mutate(body, {
    onSuccess: ({ whatsappUrl }) => leadTo(whatsappUrl),
    onError: () => leadTo(null),
  });
}

export function cacheInvoice(queries: QueryClient, invoice: InvoiceDetail): void {
  queries.setQueryData(invoiceDetail(invoice.currency, invoice.id).queryKey, invoice);
}

/** Reads again whatever shows invoices or figures made from them. */
export function refreshInvoices(queries: QueryClient): Promise<void> {
  return refreshModules(queries, AFFECTED_MODULES);
}
