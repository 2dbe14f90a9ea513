import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import {
  invoiceDetail as detailSchema,
  invoices,
  type invoiceSummary,
  type newInvoice,
  type shareChannels,
  statusFilters,
} from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';
import { call, newIdempotencyKey, toastFailure, toastReason } from '#web/lib/api.ts';
import { downloadFile, saveBlob } from '#web/lib/files/download.ts';
import { cacheInvoice, refreshInvoices } from '#web/lib/invoices/delivery.ts';
import type { SearchParams } from '#web/lib/navigation/search-params.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast-store.ts';
import { type InvoicePages, type PageParam, removeRows, restoreRows } from './cache.ts';
import { parseSort } from './sorting.ts';
import { texts } from './texts.ts';

export type InvoiceSummary = z.output<typeof invoiceSummary>;
export type InvoiceDetail = z.output<typeof detailSchema>;
export type NewInvoice = z.output<typeof newInvoice>;

/** Filters as they stand in the address; `period` is a number of days or 'all', `sort` an order of the contract. */
export type InvoiceFilters = { search: string; status: string; period: string; sort: string };

export const PAGE_SIZE = 25;
/** The most the server gives at once. */
export const MAX_ROWS = 1000;
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

/** The list query for a filter; values from a hand-written address are validated. */
export function listQuery({ search, status, period, sort }: InvoiceFilters) {
  const days = Number(period);
  const known = statusFilters.find((name) => name === status);
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
      toastReason(error, texts.createFailed, reopenDraft && { label: texts.reopenDraft, run: reopenDraft }),
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
    onError: (error) => toastReason(error, texts.copyFailed),
    onSettled: () => void refreshInvoices(queries),
  });
}

/** Notes how its owner hands out an invoice's link; nothing waits for it, and a failure is nobody's concern. */
export function useRecordShare(invoiceId: string) {
  const currency = useCurrency();
  return (channel: (typeof shareChannels)[number]) =>
    void call(invoices.share, { params: { currency }, body: { invoiceId, way: channel } }).catch(
      () => undefined,
    );
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
      toastReason(error, texts.deleteFailed);
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
    onError: (error) => toastReason(error, texts.restoreFailed),
    onSettled: () => void refreshInvoices(queries),
  });
}

/** An invoice's PDF, or that of an earlier revision. Throws `ApiError`. */
export async function fetchPdf(currency: Currency, id: string, revision?: number): Promise<Blob> {
  const query = revision === undefined ? {} : { revision };
  const { blob } = await downloadFile(invoices.pdf, { params: { currency, id }, query });
  return blob;
}

/** Saves an invoice's PDF under its number, or that of an earlier revision under that as well. */
export function useDownloadPdf() {
  const currency = useCurrency();
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ id, invoiceNumber, earlier }: InvoiceRef & { earlier?: number }) =>
      saveBlob(
        await fetchPdf(currency, id, earlier),
        earlier === undefined ? `${invoiceNumber}.pdf` : `${invoiceNumber}-revision-${earlier}.pdf`,
      ),
    onError: (error) => toastFailure(error, texts.downloadFailed),
  });
}
