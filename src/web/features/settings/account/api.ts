import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { account, type auditEntry } from '#contract/account.ts';
import { connections } from '#contract/connections.ts';
import { identity } from '#contract/identity.ts';
import { passkeys } from '#contract/passkeys.ts';
import { settings } from '#contract/settings.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';

export type AuditEntry = z.output<typeof auditEntry>;
export type Session = z.output<typeof identity.sessions.response>['data']['sessions'][number];
export type SecurityEvent = AuditEntry['event'];

const PAGE_SIZE = 20;

export const sessionsQuery = queryOptions({
  queryKey: ['identity.sessions'],
  queryFn: async ({ signal }) => (await call(identity.sessions, {}, { signal })).data.sessions,
});

export const auditQuery = infiniteQueryOptions({
  queryKey: ['account.audit'],
  queryFn: ({ pageParam, signal }) =>
    call(account.audit, { query: { limit: PAGE_SIZE, cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
});

export const twoFactorQuery = queryOptions({
  queryKey: ['account.twoFactor'],
  queryFn: async ({ signal }) => (await call(account.twoFactor, {}, { signal })).data,
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys.list'],
  queryFn: async ({ signal }) => (await call(passkeys.list, {}, { signal })).data.passkeys,
});

export const connectionsQuery = queryOptions({
  queryKey: ['connections.list'],
  queryFn: async ({ signal }) => (await call(connections.list, {}, { signal })).data,
});

export const trialQuery = (currency: Currency) =>
  queryOptions({
    queryKey: ['settings.trial', currency],
    queryFn: async ({ signal }) => (await call(settings.trial, { params: { currency } }, { signal })).data,
  });

const changing = [
  'account.audit',
  'connections.list',
  'account.twoFactor',
  'identity.sessions',
  'passkeys.list',
];

/** Runs a change of the account; what the security pages show is read again afterwards. */
export function useAccountChange<I, O>(run: (input: I) => Promise<O>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => {
      for (const key of changing) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}
