import { consentPurposes, type privacy } from '#contract/privacy.ts';
import { notFound } from '#core/errors.ts';
import { legalVersions } from '#core/legal.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { answerConsent } from './commands.ts';
import { consentHistory } from './queries.ts';
import { consentStateOf, requiredPurposes } from './rules.ts';

export const routes: Handlers<typeof privacy> = {
  standing: async (scope) => ({ data: await consentOverview(scope) }),
  answer: async (scope, { body }) => {
    if (body.purpose === 'outside_model' && body.given && !scope.config.model?.outside)
      throw notFound('consent');
    await scope.transact((ctx) => answerConsent(ctx, body));
    return { message: 'Saved', data: await consentOverview(scope) };
  },
};

async function consentOverview(scope: Scope) {
  const answers = await consentHistory(scope.db, scope.actor.businessId, scope.actor.userId);
  // Without a model its purpose is omitted, unless an earlier consent could be withdrawn.
  const purposes = consentPurposes.filter(
    (purpose) =>
      purpose !== 'outside_model' ||
      scope.config.model?.outside ||
      answers.some((one) => one.purpose === purpose),
  );
  return {
    consents: purposes.map((purpose) => {
      const latest = answers.find((one) => one.purpose === purpose);
      return {
        purpose,
        version: legalVersions[purpose],
        state: consentStateOf(purpose, latest),
        at: latest?.created_at ?? null,
        withdrawable: !requiredPurposes.includes(purpose),
      };
    }),
    history: answers.map(({ purpose, version, given, way, created_at: at }) => ({
      purpose,
      version,
      given,
      way,
      at,
    })),
  };
}
