import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useCurrency } from '#web/lib/session/session.ts';
import { type InvoiceFilters, invoiceList, PAGE_SIZE } from './api.ts';
import type { ListCount } from './texts.ts';

const noRows: ReadonlySet<string> = new Set();

/** The number of pages an address speaks of. */
export function readPage(text: string): number {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

/** The invoices of a filter, as many pages of them as `pages`; `onPages` corrects a number beyond the last one. */
export function useInvoices(
  filters: InvoiceFilters,
  pages: number,
  onPages: (pages: number) => void,
  hidden: ReadonlySet<string> = noRows,
) {
  const currency = useCurrency();
  const query = useInfiniteQuery({
    ...invoiceList(currency, filters, pages),
    placeholderData: keepPreviousData,
  });
  const { data, fetchNextPage, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData } = query;
  const loaded = data ? data.pageParams.reduce<number>((sum, param) => sum + pagesIn(param), 0) : null;
  useEffect(() => {
    if (loaded === null || isFetching || isPlaceholderData || isFetchNextPageError) return;
    if (hasNextPage && loaded < pages) void fetchNextPage();
    const last = Math.max(1, Math.ceil(totalOf(data?.pages).total / PAGE_SIZE));
    if (!hasNextPage && pages > last) onPages(last);
  });
  const rows = useMemo(
    () => data?.pages.flatMap((part) => part.data).filter(({ id }) => !hidden.has(id)),
    [data, hidden],
  );
  // Drawing a page of rows is long work for a phone: taps and keys go before it.
  return { query, rows: useDeferredValue(rows), count: totalOf(data?.pages) };
}

type Pages = readonly { data: readonly unknown[]; page: ListCount & { nextCursor: string | null } }[];

/** How many there are: as the list says it, and exactly once all of them are there. */
function totalOf(pages: Pages = []): ListCount {
  const last = pages.at(-1)?.page;
  if (!last) return { total: 0 };
  if (last.atLeast && last.nextCursor === null)
    return { total: pages.reduce((sum, { data }) => sum + data.length, 0) };
  return { total: last.total, atLeast: last.atLeast };
}

/** The pages an answer of the list holds when it is full; the library does not know what it keeps here. */
function pagesIn(param: unknown): number {
  const isOurs = typeof param === 'object' && param !== null && 'limit' in param;
  return isOurs ? Number(param.limit) / PAGE_SIZE : 0;
}
