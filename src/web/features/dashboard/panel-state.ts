import { type QueryKey, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#core/durations.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { texts } from './texts.ts';

const FIRST_LOAD_MS = 500;

type MainQuery = { queryKey: QueryKey; initialData?: unknown };

/** True on a page without a stored snapshot until all is read, for half a second at most: its panels appear together. */
export function useFirstLoad({ queryKey, initialData }: MainQuery): boolean {
  const queries = useQueryClient();
  const [first, setFirst] = useState(
    () => initialData === undefined && queries.getQueryData(queryKey) === undefined,
  );
  useEffect(() => {
    if (!first) return;
    const end = () => setFirst(false);
    const timer = setTimeout(end, FIRST_LOAD_MS);
    const stop = queries.getQueryCache().subscribe(() => queries.isFetching() === 0 && end());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [first, queries]);
  return first;
}

export type PanelState<T> =
  | { kind: 'loading' }
  | { kind: 'failed'; stillTrying: boolean; retry: () => void }
  | { kind: 'full'; data: T; asOf: string | undefined };

/** The state of a panel: a first failure shows at once, old figures stay with their time. */
export function usePanelState<T, K extends QueryKey>(
  options: UseQueryOptions<T, Error, T, K>,
  firstLoad: boolean,
): PanelState<T> {
  const { data, isFetching, failureCount, fetchStatus, dataUpdatedAt } = useQuery(options);
  const retry = useRetryNow(options.queryKey);
  const failing = failureCount > 0 || fetchStatus === 'paused';
  if (data === undefined && failing) return { kind: 'failed', stillTrying: isFetching, retry };
  if (data === undefined || firstLoad) return { kind: 'loading' };
  const asOf = failing ? texts.asOf(formatInstant(new Date(dataUpdatedAt))) : undefined;
  return { kind: 'full', data, asOf };
}

/** The time, a minute at most behind. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
