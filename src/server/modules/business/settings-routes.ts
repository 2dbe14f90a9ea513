import type { settings } from '#contract/settings.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { accountById } from '#server/modules/identity/queries/accounts.ts';
import { updatePreferences } from '#server/modules/notifications/commands/preferences.ts';
import { preferencesOf } from '#server/modules/notifications/queries/preferences.ts';
import { addDocuments, updateProfile } from './commands/update.ts';
import { changePayoutAccount } from './flows/payout-account.ts';
import { present } from './present.ts';
import { timeZoneOf } from './queries.ts';
import { trialOf } from './rules.ts';

/** The routes of the settings screens. */
export const routes: Handlers<typeof settings> = {
  updateProfile: async (scope, { params, body }) => ({
    message: 'Business profile saved',
    data: present(await scope.transact((ctx) => updateProfile(ctx, params.id, body))),
  }),
  updatePayoutAccount: async (scope, { params, body }) => ({
    message: 'Payout account saved. We have sent you an e-mail about it',
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
