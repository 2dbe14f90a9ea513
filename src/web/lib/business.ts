import { queryOptions, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { business, type businessProfile } from '#contract/business.ts';
import { call } from './api.ts';
import { useSession } from './session.ts';
import { storage } from './storage.ts';

export type BusinessProfile = z.output<typeof businessProfile>;

/** The owner's business, kept in the browser as well. */
export const businessProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: ['business.getProfile', userId],
    queryFn: async ({ signal }) => {
      const { data } = await call(business.getProfile, { params: { userId } }, { signal });
      keepBusinessProfile(data);
      return data;
    },
  });

export function keepBusinessProfile(profile: BusinessProfile): void {
  storage.write('businessProfile', JSON.stringify(profile));
}

/** The business of the session: `data` is undefined until it was read. */
export function useBusiness() {
  const { user } = useSession();
  return useQuery({ ...businessProfileQuery(user?.id ?? ''), enabled: user?.isBusinessRegistered === true });
}
