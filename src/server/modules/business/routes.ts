import type { business } from '#contract/business.ts';
import { notFound } from '#core/errors.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { createProfile, updateBranding } from './commands/create.ts';
import { checkPin, setPin } from './flows/pin.ts';
import { present } from './present.ts';
import { profileOf } from './queries.ts';

export const routes: Handlers<typeof business> = {
  getProfile: async (scope, { params }) => {
    if (params.userId !== scope.actor.userId || !scope.actor.registered) throw notFound('business profile');
    return { data: present(await profileOf(scope.db, scope.actor.businessId)) };
  },
  createProfile: (scope, { body }) =>
    scope.answerOnce(
      (ctx) => createProfile(ctx, body),
      (profile) => ({ message: 'Business registered', data: present(profile) }),
    ),
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
