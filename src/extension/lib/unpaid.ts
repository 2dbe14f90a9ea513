import * as z from 'zod/mini';
import { invoices, invoiceSummary } from '#contract/invoices.ts';
import { type CalendarDate, daysBetween, formatDate } from '#core/dates.ts';
import { currencies } from '#core/money.ts';
import type { Service } from './service.ts';
import { texts } from './texts.ts';
import { extension } from './web-extension.ts';

/** An invoice somebody still owes. */
export type UnpaidInvoice = z.output<typeof invoiceSummary>;

const MAX_SHOWN = 30;
const SOON_DAYS = 14;
const KEY = 'unpaid';
const cachedList = z.object({ userId: z.string(), invoices: z.array(invoiceSummary) });

/** Unpaid invoices in both currencies, in display order. Throws `ApiError`. */
export async function readUnpaid(
  { call }: Service,
  userId: string,
  today: CalendarDate,
): Promise<UnpaidInvoice[]> {
  const requests = currencies.flatMap((currency) =>
    (['due', 'unpaid'] as const).map((status) =>
      call(invoices.list, { params: { currency }, query: { status, limit: MAX_SHOWN } }),
    ),
  );
  const lists = await Promise.all(requests);
  // Those due are in both lists: asked for apart, they are shown however many are newer.
  const found = new Map(lists.flatMap(({ data }) => data.map((invoice) => [invoice.id, invoice])));
  const shown = sortUnpaid([...found.values()], today).slice(0, MAX_SHOWN);
  await extension.storage.session.set({ [KEY]: z.encode(cachedList, { userId, invoices: shown }) });
  return shown;
}

/** The list as it was last read, to show at once. */
export async function cachedUnpaid(userId: string): Promise<UnpaidInvoice[] | null> {
  const found = z.safeParse(cachedList, (await extension.storage.session.get(KEY))[KEY]).data;
  return found?.userId === userId ? found.invoices : null;
}

/** Overdue invoices first, the newest first in both halves. */
export function sortUnpaid<I extends Pick<UnpaidInvoice, 'dueDate' | 'createdAt'>>(
  found: readonly I[],
  today: CalendarDate,
): I[] {
  return [...found].sort(
    (a, b) =>
      Number(b.dueDate < today) - Number(a.dueDate < today) || b.createdAt.getTime() - a.createdAt.getTime(),
  );
}

/** When it is due, as one says it. */
export function dueText(dueDate: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, dueDate);
  if (days < 0) return texts.due.overdue(-days);
  if (days === 0) return texts.due.today;
  if (days === 1) return texts.due.tomorrow;
  return days <= SOON_DAYS ? texts.due.inDays(days) : texts.due.on(formatDate(dueDate));
}
