import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { invoices } from '#contract/invoices.ts';
import type { Currency } from '#core/money.ts';

/** The requested part of a list. */
export type PageParam = { limit: number; cursor?: string };
type ListPage = z.output<typeof invoices.list.response> & { message: string };
type Pages = InfiniteData<ListPage, PageParam>;

/** The lists in the cache as they stood at some time. */
export type InvoicePages = [QueryKey, Pages | undefined][];

/** Takes invoices out of every list on screen; gives the lists as they were. */
export function removeRows(queries: QueryClient, currency: Currency, ids: readonly string[]): InvoicePages {
  const queryKey = ['invoices.list', currency];
  const before = queries.getQueriesData<Pages>({ queryKey });
  queries.setQueriesData<Pages>({ queryKey }, (list) =>
    isPaged(list) ? withoutRows(list, new Set(ids)) : list,
  );
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

function withoutRows(list: Pages, ids: ReadonlySet<string>): Pages {
  const removed = list.pages.flatMap(({ data }) => data).filter((row) => ids.has(row.id)).length;
  if (removed === 0) return list;
  const pages = list.pages.map((part) => ({
    ...part,
    data: part.data.filter((row) => !ids.has(row.id)),
    page: { ...part.page, total: part.page.total - removed },
  }));
  return { ...list, pages };
}
