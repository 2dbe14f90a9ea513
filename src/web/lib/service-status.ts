import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { live } from '#contract/live.ts';
import { call } from './api.ts';

const FRESH_MS = 5 * 60_000;

/** How the service is set up; it hardly ever changes while a page is open. */
export const serviceStatusQuery = queryOptions({
  queryKey: ['live.status'],
  queryFn: async ({ signal }) => (await call(live.status, {}, { signal })).data,
  staleTime: FRESH_MS,
  // The first screen waits for it: without a network not for long.
  retry: false,
});

/** Asks how the service is set up; waits for it only where nothing is known yet. */
export async function prefetchServiceStatus(queries: QueryClient): Promise<void> {
  const request = queries.prefetchQuery(serviceStatusQuery);
  if (queries.getQueryData(serviceStatusQuery.queryKey) === undefined) await request;
}
