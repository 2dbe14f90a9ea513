import { queryOptions } from '@tanstack/react-query';
import { live } from '#contract/live.ts';
import { call } from './api.ts';

/** How the service is set up; it does not change while a page is open. */
export const serviceStatusQuery = queryOptions({
  queryKey: ['live.status'],
  queryFn: async ({ signal }) => (await call(live.status, {}, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});
