import { z } from 'zod';
import { type Client, type Reply, unreadable } from './client.ts';
import { daysAround, nextPage } from './wire.ts';

const MAX_PAGES = 200;

export type Everything<T> = { kind: 'items'; items: T[] } | Exclude<Reply, { kind: 'data' }>;

/** All of a list begun since an instant, page after page; for lists that cannot be asked about one payment. */
export async function everyPage<T extends { id: string }>(
  client: Client,
  path: string,
  since: Date,
  item: z.ZodType<T>,
): Promise<Everything<T>> {
  const days = daysAround(since, client.clock());
  const items = new Map<string, T>();
  for (let page: number | null = 1; page !== null; ) {
    if (page > MAX_PAGES)
      return { kind: 'nothing', reason: `Flutterwave: too many ${path.slice(1)} to look through` };
    const reply = await client.get(path, { ...days, page: String(page) });
    if (reply.kind !== 'data') return reply;
    const found = z.array(item).safeParse(reply.data);
    if (!found.success) return unreadable;
    const known = items.size;
    for (const each of found.data) items.set(each.id, each);
    const next = nextPage(reply.meta);
    page = next === 'unsaid' ? (items.size > known ? page + 1 : null) : next;
  }
  return { kind: 'items', items: [...items.values()] };
}
