import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { customerPortal } from '#contract/customer-portal.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';

type Of = { currency: Currency; id: string };

const keyOf = (params: Of) => ['customers.portalLink', params];

/** Until when the link works that was shared with a customer; null where none was. */
export const portalLinkQuery = (params: Of) =>
  queryOptions({
    queryKey: keyOf(params),
    queryFn: async ({ signal }) => (await call(customerPortal.shared, { params }, { signal })).data.expiresAt,
  });

/** Makes a link to a customer's page; the one before ends. Its address is told only here. */
export function useSharePortal(params: Of) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => (await call(customerPortal.share, { params })).data,
    onSuccess: ({ expiresAt }) => queries.setQueryData(keyOf(params), expiresAt),
  });
}

/** Ends it, and what was opened with it. */
export function useEndPortalLink(params: Of) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => call(customerPortal.unshare, { params }),
    onSuccess: () => queries.setQueryData(keyOf(params), null),
  });
}
