import { useMutation, useQueryClient } from '@tanstack/react-query';
import { privacy } from '#contract/privacy.ts';
import { call } from '#web/lib/api.ts';
import { type Consent, consentsQuery } from '#web/lib/consents.ts';

type ConsentInput = { purpose: Consent['purpose']; given: boolean; version: string };

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
