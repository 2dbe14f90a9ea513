import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';

type ListPage = z.output<typeof invoices.list.response> & { message: string };
type Pages = InfiniteData<ListPage, string | undefined>;

/** The lists in the cache as they stood at some time. */
export type InvoicePages = [QueryKey, Pages | undefined][];

/** Takes an invoice out of every list on screen; gives the lists as they were. */
export function forgetRow(queries: QueryClient, currency: Currency, id: string): InvoicePages {
  const queryKey = ['invoices.list', currency];
  const before = queries.getQueriesData<Pages>({ queryKey });
  queries.setQueriesData<Pages>({ queryKey }, (list) => (isPaged(list) ? withoutRow(list, id) : list));
  return before;
}

/** Puts lists back as they stood. */
export function restoreRows(queries: QueryClient, before: InvoicePages): void {
  for (const [queryKey, pages] of before) queries.setQueryData(queryKey, pages);
}

/** Other screens may keep lists of another shape under the same name. */
function isPaged(list: Pages | undefined): list is Pages {
  return Array.isArray(list?.pages);
}

function withoutRow(list: Pages, id: string): Pages {
  const found = list.pages.some(({ data }) => data.some((row) => row.id === id));
  if (!found) return list;
  const pages = list.pages.map((part) => ({
    ...part,
    data: part.data.filter((row) => row.id !== id),
    page: { ...part.page, total: part.page.total - 1 },
  }));
  return { ...list, pages };
}
