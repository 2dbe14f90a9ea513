import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { business } from '#contract/business.ts';
import { call, newIdempotencyKey } from '#web/lib/api.ts';
import {
  type BusinessProfile,
  businessProfileQuery,
  storeBusinessProfile,
} from '#web/lib/business-profile.ts';
import { getSession, saveUser, sessionCurrency } from '#web/lib/session/session.ts';
import { type OnboardingDraft, toBusiness } from './draft.ts';

/** Keeps the profile that was saved, and flags the owner as registered. */
function useStoreProfile() {
  const queries = useQueryClient();
  return (profile: BusinessProfile) => {
    const { user } = getSession();
    if (!user) return;
    storeBusinessProfile(profile);
    queries.setQueryData(businessProfileQuery(user.id).queryKey, profile);
    saveUser({ ...user, isBusinessRegistered: true, businessId: profile.id });
  };
}

export function useCreateBusiness() {
  const storeProfile = useStoreProfile();
  const key = useRef(newIdempotencyKey());
  return useMutation({
    mutationFn: async ({ draft, withDocuments }: { draft: OnboardingDraft; withDocuments: boolean }) => {
      const body = toBusiness(draft, withDocuments);
      const { data } = await call(
        business.createProfile,
        { params: { currency: sessionCurrency() }, body },
        { idempotencyKey: key.current },
      );
      return data;
    },
    onSuccess: storeProfile,
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
}

type Branding = {
  businessId: string;
  logo: string | null;
  primaryColor: string;
  secondaryColor: string;
  onboardingCompleted?: boolean;
};

export function useSaveBranding() {
  const storeProfile = useStoreProfile();
  return useMutation({
    mutationFn: async (body: Branding) => {
      const params = { currency: sessionCurrency(), id: body.businessId };
      return (await call(business.updateBranding, { params, body })).data;
    },
    onSuccess: storeProfile,
  });
}
