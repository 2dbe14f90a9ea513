import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import {
  invoiceDetail as detailSchema,
  invoices,
  type invoiceSummary,
  type newInvoice,
  type shareChannels,
} from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { call, messageOf, newIdempotencyKey, toastFailure } from '#web/lib/api.ts';
import { downloadFile, saveBlob } from '#web/lib/files/download.ts';
import { queueOrRethrow, toastQueued } from '#web/lib/offline/outbox.ts';
import { isSessionEnd } from '#web/lib/session/expiry.ts';
import type { SearchParams } from '#web/lib/navigation/search-params.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { toast, type ToastOptions } from '#web/ui/toast-store.ts';
import { type InvoicePages, type PageParam, removeRows, restoreRows } from './cache.ts';
import { parseSort } from './sorting.ts';
import { texts } from './texts.ts';

export type InvoiceSummary = z.output<typeof invoiceSummary>;
export type InvoiceDetail = z.output<typeof detailSchema>;
export type NewInvoice = z.output<typeof newInvoice>;
type Channel = 'email' | 'whatsapp';

/** Filters as they stand in the address; `period` is a number of days or 'all', `sort` an order of the contract. */
export type InvoiceFilters = { search: string; status: string; period: string; sort: string };

export const PAGE_SIZE = 25;
/** The most the server gives at once. */
export const MAX_ROWS = 1000;
/** Modules whose figures change with an invoice. */
const AFFECTED_MODULES = ['invoices', 'analytics', 'dashboard', 'payments', 'customers', 'activities'];

/** Invoices of a filter, page by page. The first answer holds `pages` of them: as many as the address speaks of. */
export const invoiceList = (currency: Currency, filters: InvoiceFilters, pages = 1) =>
  infiniteQueryOptions({
    queryKey: ['invoices.list', currency, filters],
    queryFn: ({ pageParam, signal }) =>
      call(
        invoices.list,
        { params: { currency }, query: { ...listQuery(filters), ...pageParam } },
        { signal },
      ),
    initialPageParam: { limit: Math.min(pages * PAGE_SIZE, MAX_ROWS) } as PageParam,
    getNextPageParam: ({ page }): PageParam | undefined =>
      page.nextCursor === null ? undefined : { limit: PAGE_SIZE, cursor: page.nextCursor },
  });

/** How many invoices there are at all, whatever the filters. */
export const invoiceCount = (currency: Currency) =>
  queryOptions({
    queryKey: ['invoices.count', currency],
    queryFn: async ({ signal }) => {
      const { page } = await call(invoices.list, { params: { currency }, query: { limit: 1 } }, { signal });
      return page.total;
    },
  });

/** One invoice with its lines and payments. */
export const invoiceDetail = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['invoices.detail', currency, id],
    queryFn: async ({ signal }) => {
      const { data } = await call(invoices.detail, { params: { currency, id } }, { signal });
      return data;
    },
  });

const statusNames = ['all', 'paid', 'pending', 'sent', 'due', 'overdue'] as const;

/** The list query for a filter; values from a hand-written address are validated. */
export function listQuery({ search, status, period, sort }: InvoiceFilters) {
  const days = Number(period);
  const known = statusNames.find((name) => name === status);
  return {
    search: search.trim() || undefined,
    status: known === 'all' ? undefined : known,
    period: Number.isInteger(days) && days > 0 ? days : undefined,
    sort: parseSort(sort),
  };
}

/**
 * Creates an invoice; the form reuses `idempotencyKey` for its retries. The failure's toast can reopen the
 * draft.
 */
export function useCreateInvoice(reopenDraft?: () => void) {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ invoice, idempotencyKey }: { invoice: NewInvoice; idempotencyKey: string }) => {
      const { data } = await call(
        invoices.create,
        { params: { currency }, body: invoice },
        { idempotencyKey },
      );
      return data;
    },
    onSuccess: (invoice) => {
      cacheInvoice(queries, invoice);
      toast.success(texts.created);
    },
    onError: (error) =>
      toastError(error, texts.createFailed, reopenDraft && { label: texts.reopenDraft, run: reopenDraft }),
    onSettled: () => void refreshInvoices(queries),
  });
}

/** An invoice as it is to be; `changedAt` is of the one the change was made from. */
type ChangeInput = {
  kind: 'edit' | 'revise';
  invoiceId: string;
  change: NewInvoice & { changedAt: Date | null };
  idempotencyKey: string;
};

/** Changes an invoice, or changes it and sends it again; who calls tells a failure. */
export function useChangeInvoice() {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ kind, invoiceId, change, idempotencyKey }: ChangeInput) => {
      const params = { currency, invoiceId };
      if (kind === 'edit') {
        const { data } = await call(invoices.update, { params, body: change }, { idempotencyKey });
        return { invoice: data, whatsappUrl: null };
      }
      const body = { ...change, channels: ['email' as const, 'whatsapp' as const] };
      return (await call(invoices.revise, { params, body }, { idempotencyKey })).data;
    },
    onSuccess: ({ invoice, whatsappUrl }, { kind }) => {
      cacheInvoice(queries, invoice);
      toast.success(kind === 'edit' ? texts.changed : texts.revised, {
        ...(whatsappUrl && {
          action: {
            label: texts.openWhatsapp,
            run: () => void open(whatsappUrl, '_blank', 'noopener'),
          },
        }),
      });
    },
    onSettled: () => void refreshInvoices(queries),
  });
}

/** The invoice as it is stored, where a change was refused because it came too late; null for any other failure. */
export function storedInvoice(error: unknown): InvoiceDetail | null {
  if (!(error instanceof ApiError) || error.code !== 'invoice_changed') return null;
  const read = detailSchema.safeParse(error.data.invoice);
  return read.success ? read.data : null;
}

/** Makes an unsent copy of an invoice and opens it. */
export function useDuplicateInvoice() {
  const currency = useCurrency();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ id }: InvoiceRef) => {
      const input = { params: { currency, invoiceId: id } };
      return (await call(invoices.duplicate, input, { idempotencyKey: newIdempotencyKey() })).data;
    },
    onSuccess: (copy, { invoiceNumber }) => {
      cacheInvoice(queries, copy);
      toast.success(texts.copied(copy.invoiceNumber, invoiceNumber));
      void navigate({
        to: '/dashboard/invoices',
        search: (before: SearchParams) => ({ ...before, edit: undefined, invoice: copy.id }),
        resetScroll: false,
      });
    },
    onError: (error) => toastError(error, texts.copyFailed),
    onSettled: () => void refreshInvoices(queries),
  });
}

type SendInput = { invoiceId: string; channels?: Channel[] };

/** Sends a pending invoice. The answer's `whatsappUrl` is there when the owner still has to send that message. */
export function useSendInvoice() {
  return useDelivery(invoices.send, texts.sent, texts.sendFailed);
}

/** Reminds the customer of an unpaid invoice. */
export function useRemindInvoice() {
  return useDelivery(invoices.remind, texts.reminded, texts.remindFailed);
}

/** Notes how its owner hands out an invoice's link; nothing waits for it, and a failure is nobody's concern. */
export function useRecordShare(invoiceId: string) {
  const currency = useCurrency();
  return (channel: (typeof shareChannels)[number]) =>
    void call(invoices.share, { params: { currency }, body: { invoiceId, way: channel } }).catch(
      () => undefined,
    );
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
    onError: (error) => toastQueued(error) || toastError(error, failed),
    onSettled: () => {
      void refreshInvoices(queries);
      // It tells how many customers can still be written to today.
      void queries.invalidateQueries({ queryKey: ['business.getProfile'] });
    },
  });
}

type InvoiceRef = { id: string; invoiceNumber: string };

/** Deletes an unpaid invoice: its row leaves at once, comes back on failure, and the toast can undo it. */
export function useDeleteInvoice() {
  const currency = useCurrency();
  const queries = useQueryClient();
  const restore = useRestoreInvoice();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: InvoiceRef) =>
      call(invoices.remove, { params: { currency }, body: { invoiceId: id } }),
    onMutate: async ({ id }) => {
      await queries.cancelQueries({ queryKey: ['invoices.list', currency] });
      return removeRows(queries, currency, [id]);
    },
    onSuccess: (_answer, invoice, before) => {
      const undo = () => restore.mutate({ ...invoice, before });
      toast.success(texts.deleted, { action: { label: texts.undo, run: undo } });
    },
    onError: (error, _invoice, before) => {
      restoreRows(queries, before ?? []);
      toastError(error, texts.deleteFailed);
    },
    onSettled: () => void refreshInvoices(queries),
  });
}

type RestoreInput = InvoiceRef & { before?: InvoicePages };

/** Takes a deletion back; with the lists as they stood `before`, the row returns to its place at once. */
function useRestoreInvoice() {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: RestoreInput) =>
      call(invoices.restore, { params: { currency }, body: { invoiceId: id } }),
    onMutate: async ({ before = [] }) => {
      await queries.cancelQueries({ queryKey: ['invoices.list', currency] });
      restoreRows(queries, before);
    },
    onSuccess: ({ data }, { invoiceNumber }) => {
      cacheInvoice(queries, data);
      toast.success(texts.restored(invoiceNumber));
    },
    onError: (error) => toastError(error, texts.restoreFailed),
    onSettled: () => void refreshInvoices(queries),
  });
}

/** An invoice's PDF, or that of an earlier revision. Throws `ApiError`. */
export async function fetchPdf(currency: Currency, id: string, revision?: number): Promise<Blob> {
  const query = revision === undefined ? {} : { revision };
  const { blob } = await downloadFile(invoices.pdf, { params: { currency, id }, query });
  return blob;
}

/** Saves an invoice's PDF under its number. */
export function useDownloadPdf() {
  const currency = useCurrency();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ id, invoiceNumber, revision }: InvoiceRef & { revision?: number }) =>
      saveBlob(
        await fetchPdf(currency, id, revision),
        revision === undefined ? `${invoiceNumber}.pdf` : `${invoiceNumber}-revision-${revision}.pdf`,
      ),
    onError: (error) => toastFailure(error, texts.downloadFailed),
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
function toastError(error: unknown, message: string, action?: ToastOptions['action']): void {
  if (isSessionEnd(error)) return;
  const reason = messageOf(error, '');
  toast.error(message, { ...(reason && reason !== message && { text: reason }), ...(action && { action }) });
}
