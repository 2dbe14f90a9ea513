import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';
import { isOnline, setReachable } from './offline/connectivity.ts';

const RETRIES = 3;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
const CACHE_MS = 5 * 60_000;
const FRESH_MS = 30_000;

/** Whether a failed read is worth another try: a refusal never is, nor is any while there is no network. */
export function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && isOnline() && failures < RETRIES;
}

/** 1 s, doubling, at most 30 s. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS);
}

/** Reads again whatever belongs to some modules: query keys begin with the endpoint's name, such as `invoices.list`. */
export function refreshModules(queries: QueryClient, modules: readonly string[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey }) => modules.includes(String(queryKey[0]).split('.')[0] ?? ''),
  });
}

// A call's state is told before the next press, where its default waits for a timer: a second press finds the button busy.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: () => setReachable(true),
    onError: (error) => setReachable(!(error instanceof ApiError && error.status === 0)),
  }),
  defaultOptions: {
    queries: {
      // Offline a read fails at once and says so, instead of waiting behind a skeleton.
      networkMode: 'always',
      retry: shouldRetry,
      retryDelay,
      gcTime: CACHE_MS,
      staleTime: FRESH_MS,
      // Data restored from an earlier page is shown, but always refetched.
      refetchOnMount: ({ state }) => (state.dataUpdatedAt < performance.timeOrigin ? 'always' : true),
      refetchOnWindowFocus: true,
      // Not its default where reads do not wait for the network.
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
