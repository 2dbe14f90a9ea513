import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import {
  type newQuote,
  type quoteDetail,
  quotes,
  quoteStatuses,
  type quoteSummary,
} from '#contract/quotes.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { PartWanted } from '#core/quote-parts.ts';
import { call, newIdempotencyKey, toastFailure, requestKeys } from '#web/lib/api.ts';
import { downloadAndSave } from '#web/lib/files/download.ts';
import { refreshInvoices } from '#web/lib/invoices/delivery.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from './texts.ts';

export type QuoteSummary = z.output<typeof quoteSummary>;
export type QuoteDetail = z.output<typeof quoteDetail>;
export type NewQuote = z.output<typeof newQuote>;
export type QuoteFilters = { search: string; status: string };

const PAGE_SIZE = 25;
const statusOf = (typed: string) => quoteStatuses.find((one) => one === typed);

/** Quotes of a filter, newest first. */
export const quoteList = (currency: Currency, { search, status }: QuoteFilters) =>
  infiniteQueryOptions({
    queryKey: ['quotes.list', currency, { search, status }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_SIZE,
        ...(search.trim() !== '' && { search: search.trim() }),
        status: statusOf(status) ?? ('all' as const),
        ...(pageParam !== '' && { cursor: pageParam }),
      };
      return call(quotes.list, { params: { currency }, query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  });

/** One quote with its history. */
export const quoteQuery = (currency: Currency, id: string) =>
  queryOptions({
    queryKey: ['quotes.detail', currency, id],
    queryFn: async ({ signal }) => (await call(quotes.detail, { params: { currency, id } }, { signal })).data,
  });

function keep(queries: QueryClient, quote: QuoteDetail): void {
  queries.setQueryData(quoteQuery(quote.currency, quote.id).queryKey, quote);
  void queries.invalidateQueries({ queryKey: ['quotes.list'] });
}

/** Writes a quote, or changes the one with an id. */
export function useSaveQuote() {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ quote, body, key }: { quote: QuoteDetail | null; body: NewQuote; key: string }) => {
      const how = { idempotencyKey: key };
      if (!quote) return (await call(quotes.create, { params: { currency }, body }, how)).data;
      const params = { currency, id: quote.id };
      return (await call(quotes.update, { params, body: { ...body, changedAt: quote.changedAt } }, how)).data;
    },
    onSuccess: (saved) => keep(queries, saved),
    onError: (error) => toastFailure(error, texts.form.failed),
  });
}

const acts = {
  send: quotes.send,
  withdraw: quotes.withdraw,
  copy: quotes.copy,
  invoice: quotes.toInvoice,
} as const;
const told: Record<keyof typeof acts, string> = {
  send: texts.done.sent,
  withdraw: texts.done.withdrawn,
  copy: texts.done.copied,
  invoice: texts.done.invoiced,
};

/** Sends, withdraws or copies a quote, or makes its invoice. */
export function useQuoteAct() {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ act, id }: { act: keyof typeof acts; id: string }) =>
      (await call(acts[act], { params: { currency, id } }, { idempotencyKey: newIdempotencyKey() })).data,
    onSuccess: (quote, { act }) => {
      keep(queries, quote);
      if (act === 'invoice') void refreshInvoices(queries);
      toast.success(told[act]);
    },
    onError: (error, { act }) => toastFailure(error, texts.failed[act]),
  });
}

/** Lets a quote be accepted until a later day. */
export function useExtendQuote(id: string) {
  const currency = useCurrency();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (validUntil: string) => {
      const how = { idempotencyKey: newIdempotencyKey() };
      return (await call(quotes.extend, { params: { currency, id }, body: { validUntil } }, how)).data;
    },
    onSuccess: (quote) => {
      keep(queries, quote);
      toast.success(texts.done.extended);
    },
  });
}

/** A part of a quote and the total it was shown with, in minor units. */
type ShownPart = { wanted: PartWanted; total: Minor };

/** Makes the invoice of a part of a quote. */
export function useInvoicePart(id: string) {
  const currency = useCurrency();
  const queries = useQueryClient();
  const [keyFor] = useState(requestKeys);
  return useMutation({
    mutationFn: async ({ wanted: { rest, lines, ...share }, total }: ShownPart) => {
      const wanted = rest ? { rest: true as const } : lines ? { lines: [...lines] } : share;
      const body = { ...wanted, total };
      const how = { idempotencyKey: keyFor(body) };
      return (await call(quotes.invoicePart, { params: { currency, id }, body }, how)).data;
    },
    // One that comes to another sum by now is shown as it is.
    onError: () => void queries.invalidateQueries({ queryKey: quoteQuery(currency, id).queryKey }),
    onSuccess: (quote) => {
      keep(queries, quote);
      void refreshInvoices(queries);
      toast.success(texts.done.invoiced);
    },
  });
}

/** Saves its PDF under the server's name for it. Throws `ApiError`. */
export const savePdf = ({ currency, id }: QuoteDetail): Promise<void> =>
  downloadAndSave(quotes.pdf, { params: { currency, id } });
