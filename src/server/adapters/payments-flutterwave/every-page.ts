import { z } from 'zod';
import { createOrder, rises } from '#server/adapters/shared/list-order.ts';
import { type Client, type Query, type Reply, unreadable } from './client.ts';
import { nextPage, pagesIn } from './wire.ts';

/**
 * All items of a list. A list that grows while it is read shows some items twice. `isComplete`: nothing
 * requested is left out.
 */
export type Everything<T> =
  | { kind: 'items'; items: T[]; isWhole: boolean }
  | Exclude<Reply, { kind: 'data' }>;

type Item = { id: string; created_at: Date | null };
export type Wanted = {
  query: Query;
  /** Oldest instant wanted; null: everything the query returns. */
  since: Date | null;
  /** How many pages to read before answering with what was seen. */
  most: number;
};

/** Reads a list page by page, newest first, for lists that cannot be filtered by payment. */
export async function everyPage<T extends Item>(
  client: Client,
  path: string,
  { query, since, most }: Wanted,
  item: z.ZodType<T>,
): Promise<Everything<T>> {
  const items = new Map<string, T>();
  const order = createOrder(since);
  let page: Page<T> | null = null;
  let from = 1;
  let isWhole = false;
  let isClear = true;
  for (let read = 0; read < most && !isWhole; read += 1) {
    const told: Page<T> | Exclude<Reply, { kind: 'data' }> = await onePage(client, path, query, from, item);
    if (told.kind !== 'page') return told;
    const known = items.size;
    isClear &&= told.isClear;
    for (const each of told.items) items.set(each.id, each);
    // Where the oldest come first, the newest are on the last page, and the first is known already.
    page ??= told;
    const { turned } = page;
    const next = following(told, from, { turned, isFirst: read === 0, brought: items.size > known });
    const counts = !turned || read > 0;
    isWhole =
      next === null || (counts && order.isPast(timesOf(turned ? told.items.toReversed() : told.items)));
    from = next ?? from;
  }
  return { kind: 'items', items: [...items.values()], isWhole: isWhole && isClear };
}

type Page<T> = {
  kind: 'page';
  items: T[];
  /** Nothing of it is left out because it cannot be read. */
  isClear: boolean;
  next: number | null | 'unsaid';
  pages: number;
  /** The oldest come first. */
  turned: boolean;
};

async function onePage<T extends Item>(
  client: Client,
  path: string,
  query: Query,
  page: number,
  item: z.ZodType<T>,
): Promise<Page<T> | Exclude<Reply, { kind: 'data' }>> {
  const reply = await client.get(path, { ...query, page: String(page) });
  if (reply.kind !== 'data') return reply;
  const told = z.array(z.unknown()).safeParse(reply.data).data;
  const items = (told ?? []).map((each) => item.safeParse(each).data).filter((each) => each !== undefined);
  // One that is odd must not hide the others.
  if (!told || (told.length > 0 && items.length === 0)) return unreadable;
  const isClear = items.length === told.length;
  const pages = pagesIn(reply.meta);
  const turned = page === 1 && pages > 1 && rises(timesOf(items));
  return { kind: 'page', items, isClear, next: nextPage(reply.meta), pages, turned };
}

type Where = { turned: boolean; isFirst: boolean; brought: boolean };

function following<T>(
  { next, pages }: Page<T>,
  page: number,
  { turned, isFirst, brought }: Where,
): number | null {
  if (turned) return isFirst ? pages : page > 2 ? page - 1 : null;
  return next === 'unsaid' ? (brought ? page + 1 : null) : next;
}

const timesOf = (items: readonly Item[]) => items.map(({ created_at: at }) => at);
