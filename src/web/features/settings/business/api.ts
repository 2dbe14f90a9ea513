import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { business } from '#contract/business.ts';
import { type payoutAccountUpdate, type profileUpdate, settings } from '#contract/settings.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import {
  type BusinessProfile,
  businessProfileQuery,
  storeBusinessProfile,
} from '#web/lib/business-profile.ts';
import { type Preferences, preferencesQuery } from '#web/lib/notifications/preferences.ts';
import type { KycDocument } from '#web/lib/profile/use-kyc-tiles.ts';
import { getSession, sessionCurrency } from '#web/lib/session/session.ts';
import type { BusinessValues } from './values.ts';

type PayoutAccount = z.output<typeof payoutAccountUpdate>;

/** A change of the profile, whose response replaces the cached one. */
function useProfileChange<I>(
  run: (input: I, at: { currency: Currency; id: string }) => Promise<BusinessProfile>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: I) => {
      const { user } = getSession();
      return run(input, { currency: sessionCurrency(), id: user?.businessId ?? '' });
    },
    onSuccess: (profile) => {
      storeBusinessProfile(profile);
      queries.setQueryData(businessProfileQuery(profile.user).queryKey, profile);
    },
  });
}

/** Saves what changed of the profile, and of the branding. */
export const useSaveBusiness = () =>
  useProfileChange(
    async ({ logo, primaryColor, secondaryColor, ...profile }: Partial<BusinessValues>, params) => {
      const branding = { logo: logo === undefined ? logo : logo || null, primaryColor, secondaryColor };
      const isBranded = Object.values(branding).some((value) => value !== undefined);
      const saved =
        isBranded && Object.keys(profile).length === 0
          ? null
          : await call(settings.updateProfile, { params, body: profile });
      if (saved && !isBranded) return saved.data;
      return (await call(business.updateBranding, { params, body: branding })).data;
    },
  );

type Choices = Pick<
  z.output<typeof profileUpdate>,
  | 'feeBearer'
  | 'ownAccountOnDocuments'
  | 'creditOnSend'
  | 'forgiveRests'
  | 'statementDay'
  | 'remembersCorrections'
>;

/** Saves one of the choices that are saved as they are switched. */
export const useSaveChoice = () =>
  useProfileChange(
    async (body: Choices, params) => (await call(settings.updateProfile, { params, body })).data,
  );

export const useAddDocument = () =>
  useProfileChange(
    async ({ key, url }: { key: KycDocument; url: string }, params) =>
      (await call(settings.updateDocuments, { params, body: { [key]: url } })).data,
  );

export const useSavePayoutAccount = () =>
  useProfileChange(
    async (body: PayoutAccount, params) => (await call(settings.updatePayoutAccount, { params, body })).data,
  );

/** Shown at once, taken back where the server did not take it. */
export function useSavePreference(currency: Currency, onFailed: (error: Error) => void) {
  const queries = useQueryClient();
  const { queryKey } = preferencesQuery(currency);
  return useMutation({
    mutationFn: (body: Partial<Preferences>) =>
      call(settings.updateNotifications, { params: { currency }, body }),
    scope: { id: 'preferences' },
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      if (before) queries.setQueryData(queryKey, { ...before, ...change });
      return before;
    },
    onError: (error, change, before) => {
      const now = queries.getQueryData(queryKey);
      const undone = Object.fromEntries(
        Object.keys(change).map((event) => [event, Reflect.get(before ?? {}, event)]),
      );
      if (now && before) queries.setQueryData(queryKey, { ...now, ...undone });
      onFailed(error);
    },
  });
}
