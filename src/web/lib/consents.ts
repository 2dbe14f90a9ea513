import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type consent, privacy } from '#contract/privacy.ts';
import { call } from './api.ts';

export type Consent = z.output<typeof consent>;

export const consentsQuery = queryOptions({
  queryKey: ['privacy.standing'],
  queryFn: async ({ signal }) => (await call(privacy.standing, {}, { signal })).data,
  staleTime: 3_600_000,
});

/** Required consents not given to the current version. */
export const pendingConsents = (consents: readonly Consent[] = []): Consent[] =>
  consents.filter(({ withdrawable, state }) => !withdrawable && state !== 'given');
