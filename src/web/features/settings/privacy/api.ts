import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type consent, privacy } from '#contract/privacy.ts';
import { call } from '#web/lib/api.ts';

export type Consent = z.output<typeof consent>;
type ConsentInput = { purpose: Consent['purpose']; given: boolean; version: string };

export const consentsQuery = queryOptions({
  queryKey: ['privacy.standing'],
  queryFn: async ({ signal }) => (await call(privacy.standing, {}, { signal })).data,
  staleTime: 3_600_000,
});

/** Submits consents one after the other; each is stored separately. */
export function useSubmitConsents() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (answers: ConsentInput[]) => {
      for (const body of answers)
        queries.setQueryData(consentsQuery.queryKey, (await call(privacy.answer, { body })).data);
    },
  });
}

/** Required consents not given to the current version. */
export const pendingConsents = (consents: readonly Consent[]): Consent[] =>
  consents.filter(({ withdrawable, state }) => !withdrawable && state !== 'given');
