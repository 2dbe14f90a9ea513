import type { business } from '#contract/business.ts';
import type { settings } from '#contract/settings.ts';
import { notFound } from '#core/errors.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { accountById } from '#server/modules/identity/queries/accounts.ts';
import { updatePreferences } from '#server/modules/notifications/commands/preferences.ts';
import { preferencesOf } from '#server/modules/notifications/queries/preferences.ts';
import { createProfile, updateBranding } from './commands/create.ts';
import { addDocuments, updateProfile } from './commands/update.ts';
import { changePayoutAccount, holderOfNewBusiness } from './flows/payout-account.ts';
import { checkPin, setPin } from './flows/pin.ts';
import { present } from './present.ts';
import { profileOf, recipientAllowance, timeZoneOf } from './queries.ts';
import { trialOf } from './rules.ts';

export const routes: Handlers<typeof business> = {
  getProfile: async (scope, { params }) => {
    if (params.userId !== scope.actor.userId || !scope.actor.registered) throw notFound('business profile');
    const { businessId } = scope.actor;
    const { most, left, raise } = await recipientAllowance(scope.db, businessId, scope.now);
    return { data: { ...present(await profileOf(scope.db, businessId)), recipients: { most, left, raise } } };
  },
  createProfile: async (scope, { params, body }) => {
    const holder = await holderOfNewBusiness(scope, params.currency, body);
    return scope.answerOnce(
      (ctx) => createProfile(ctx, body, holder),
      (profile) => ({ message: 'Business registered', data: present(profile) }),
    );
  },
  updateBranding: async (scope, { params, body }) => ({
    message: 'Invoice customization saved successfully!',
    data: present(await scope.transact((ctx) => updateBranding(ctx, params.id, body))),
  }),
  createPin: async (scope, { body }) => {
    await setPin(scope, body);
    return { message: 'Transaction PIN set successfully', data: null };
  },
  verifyPin: async (scope, { body }) => {
    await checkPin(scope, body.pin);
    return { message: 'PIN verified', data: null };
  },
};

/** The routes of the settings screens. */
export const settingsRoutes: Handlers<typeof settings> = {
  updateProfile: async (scope, { params, body }) => ({
    message: 'Business profile saved',
    data: present(await scope.transact((ctx) => updateProfile(ctx, params.id, body))),
  }),
  updatePayoutAccount: async (scope, { params, body }) => ({
    message: 'Payout account saved. We have sent you an email about it',
    data: present(await changePayoutAccount(scope, params.id, params.currency, body)),
  }),
  updateDocuments: async (scope, { params, body }) => ({
    message: 'Documents saved',
    data: present(await scope.transact((ctx) => addDocuments(ctx, params.id, body))),
  }),
  notifications: async (scope) => ({ data: await preferencesOf(scope.db, scope.actor.businessId) }),
  updateNotifications: async (scope, { body }) => ({
    message: 'Notification preferences saved',
    data: await scope.transact((ctx) => updatePreferences(ctx, body)),
  }),
  trial: async (scope) => {
    const { created_at: signedUp } = await accountById(scope.db, scope.actor.userId);
    return { data: trialOf(signedUp, scope.now, await timeZoneOf(scope.db, scope.actor.businessId)) };
  },
};
