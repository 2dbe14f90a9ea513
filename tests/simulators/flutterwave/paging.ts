import { isCalendarDate } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import type { Reply } from '../serve.ts';
import { done, refuse } from './wire.ts';

const PAGE_SIZE = 10;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** One page of a list, newest first by default. Days are whole days of UTC, both included. */
export function listReply<T extends { at: Date; id: number }>(
  message: string,
  all: readonly T[],
  query: URLSearchParams,
  show: (item: T) => unknown,
  oldestFirst = false,
): Reply {
  const page = Number(query.get('page') ?? '1');
  const [from, to] = [query.get('from'), query.get('to')];
  if (!Number.isInteger(page) || page < 1) return refuse('page must be a positive number');
  if ((from !== null && !isCalendarDate(from)) || (to !== null && !isCalendarDate(to))) {
    return refuse('from and to must be dates of the form YYYY-MM-DD');
  }
  const first = from === null ? Number.NEGATIVE_INFINITY : startOf(from);
  const end = to === null ? Number.POSITIVE_INFINITY : startOf(to) + DAY_MS;
  const wanted = all
    .filter(({ at }) => at.getTime() >= first && at.getTime() < end)
    .sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id);
  if (oldestFirst) wanted.reverse();
  const pageInfo = {
    total: wanted.length,
    current_page: page,
    total_pages: Math.ceil(wanted.length / PAGE_SIZE),
  };
  const items = wanted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return done(message, items.map(show), { page_info: pageInfo });
}
