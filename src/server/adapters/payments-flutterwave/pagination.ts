import { z } from 'zod';
import { createOrder, rises } from '#server/adapters/shared/list-order.ts';
import { type Client, type Query, type Reply, unreadable } from './client.ts';
import { nextPage, pagesIn } from './wire.ts';

/**
 * All items of a list. A list that grows while it is read shows some items twice. `isComplete`: nothing
 * requested is left out.
 */
export type AllItems<T> =
  | { kind: 'items'; items: T[]; isComplete: boolean }
  | Exclude<Reply, { kind: 'data' }>;

type Item = { id: string; created_at: Date | null };
type ListQuery = {
  query: Query;
  /** Oldest instant wanted; null: everything the query returns. */
  since: Date | null;
  /** How many pages to read before answering with what was seen. */
  maxPages: number;
};

/** Reads a list page by page, newest first, for lists that cannot be filtered by payment. */
export async function readAllPages<T extends Item>(
  client: Client,
  path: string,
  { query, since, maxPages }: ListQuery,
  item: z.ZodType<T>,
): Promise<AllItems<T>> {
  const items = new Map<string, T>();
  const order = createOrder(since);
  let page: Page<T> | null = null;
  let from = 1;
  let isComplete = false;
  let isFullyParsed = true;
  for (let pagesRead = 0; pagesRead < maxPages && !isComplete; pagesRead += 1) {
    const current: Page<T> | Exclude<Reply, { kind: 'data' }> = await readPage(
      client,
      path,
      query,
      from,
      item,
    );
    if (current.kind !== 'page') return current;
    const known = items.size;
    isFullyParsed &&= current.isFullyParsed;
    for (const each of current.items) items.set(each.id, each);
    // Where the oldest come first, the newest are on the last page, and the first is known already.
    page ??= current;
    const { isAscending } = page;
    const next = nextPageNumber(current, from, {
      isAscending,
      isFirst: pagesRead === 0,
      hasNewItems: items.size > known,
    });
    const counts = !isAscending || pagesRead > 0;
    isComplete =
      next === null ||
      (counts && order.isPast(timesOf(isAscending ? current.items.toReversed() : current.items)));
    from = next ?? from;
  }
  return { kind: 'items', items: [...items.values()], isComplete: isComplete && isFullyParsed };
}

type Page<T> = {
  kind: 'page';
  items: T[];
  /** Nothing of it is left out because it cannot be read. */
  isFullyParsed: boolean;
  next: number | null | 'unsaid';
  pages: number;
  /** The oldest come first. */
  isAscending: boolean;
};

async function readPage<T extends Item>(
  client: Client,
  path: string,
  query: Query,
  page: number,
  item: z.ZodType<T>,
): Promise<Page<T> | Exclude<Reply, { kind: 'data' }>> {
  const reply = await client.get(path, { ...query, page: String(page) });
  if (reply.kind !== 'data') return reply;
  const rows = z.array(z.unknown()).safeParse(reply.data).data;
  const items = (rows ?? []).map((each) => item.safeParse(each).data).filter((each) => each !== undefined);
  // One that is odd must not hide the others.
  if (!rows || (rows.length > 0 && items.length === 0)) return unreadable;
  const isFullyParsed = items.length === rows.length;
  const pages = pagesIn(reply.meta);
  const isAscending = page === 1 && pages > 1 && rises(timesOf(items));
  return { kind: 'page', items, isFullyParsed, next: nextPage(reply.meta), pages, isAscending };
}

type PagePosition = { isAscending: boolean; isFirst: boolean; hasNewItems: boolean };

function nextPageNumber<T>(
  { next, pages }: Page<T>,
  page: number,
  { isAscending, isFirst, hasNewItems }: PagePosition,
): number | null {
  if (isAscending) return isFirst ? pages : page > 2 ? page - 1 : null;
  return next === 'unsaid' ? (hasNewItems ? page + 1 : null) : next;
}

const timesOf = (items: readonly Item[]) => items.map(({ created_at: at }) => at);
