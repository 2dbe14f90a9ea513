import { queryOptions, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { business, businessProfile } from '#contract/business.ts';
import { call } from './api.ts';
import { useSession } from './session/session.ts';
import { readJson, storage } from './storage.ts';

export type BusinessProfile = z.output<typeof businessProfile>;

/** The owner's business profile, also stored in the browser. */
export const businessProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['business.getProfile', userId],
    queryFn: async ({ signal }) => {
      const { data } = await call(business.getProfile, { params: { userId } }, { signal });
      storeBusinessProfile(data);
      return data;
    },
    // The stored profile stands in, also offline, until the server has responded.
    initialData: () => readStoredProfile(userId),
    initialDataUpdatedAt: 0,
  });

function readStoredProfile(userId: string): BusinessProfile | undefined {
  const stored = businessProfile.safeParse(readJson('businessProfile'));
  return stored.success && stored.data.user === userId ? stored.data : undefined;
}

export function storeBusinessProfile(profile: BusinessProfile): void {
  storage.write('businessProfile', JSON.stringify(profile));
}

/** The business of the session: `data` is undefined until it was read. */
export function useBusiness() {
  const { user } = useSession();
  return useQuery({ ...businessProfileQuery(user?.id ?? ''), enabled: user?.isBusinessRegistered === true });
}
