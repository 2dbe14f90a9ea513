import { type plans, SHOWN_DATES } from '#contract/plans.ts';
import type { savedCards } from '#contract/saved-cards.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { type Ctx, type Scope, todayOf } from '#server/kernel/scope.ts';
import { stopOwnCard } from '#server/modules/saved-cards/commands/cards.ts';
import { listCards } from '#server/modules/saved-cards/queries/cards.ts';
import { presentCard } from '#server/modules/saved-cards/queries/present.ts';
import { skipDay } from './commands/days.ts';
import { issueNow } from './commands/issue.ts';
import type { PlanTarget } from './commands/lock.ts';
import { createPlan, updatePlan } from './commands/save.ts';
import { endPlan, pausePlan, resumePlan } from './commands/state.ts';
import { agreeToSave } from './flows/save-card.ts';
import { presentPlan, presentPlanDetails } from './present.ts';
import { daysAfterChange } from './queries/changed-days.ts';
import { listPlans, planDetails } from './queries/plans.ts';
import { type Days, daysFrom, daysOf, firstAfter, type Schedule } from './rules/dates.ts';

export const routes: Handlers<typeof plans> = {
  list: async ({ db, actor }, { params }) => ({
    data: (await listPlans(db, actor.businessId, params.currency)).map(presentPlan),
  }),
  create: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => {
        const id = await createPlan(ctx, params.currency, body);
        return planDetails(ctx.tx, ctx.actor.businessId, { ...params, id }, ctx.now);
      },
      (details) => ({ message: 'Saved', data: presentPlanDetails(details, todayOf(scope)) }),
    ),
  preview: async (scope, { params, body: { planId, ...schedule } }) => ({
    data: { dates: await previewed(scope, params.currency, schedule, planId) },
  }),
  detail: async (scope, { params }) => ({
    data: presentPlanDetails(
      await planDetails(scope.db, scope.actor.businessId, params, scope.now),
      todayOf(scope),
    ),
  }),
  update: (scope, { params, body }) =>
    changed(scope, params, 'Saved', (ctx) => updatePlan(ctx, params, body)),
  pause: (scope, { params }) => changed(scope, params, 'Paused', (ctx) => pausePlan(ctx, params)),
  resume: (scope, { params }) => changed(scope, params, 'Running again', (ctx) => resumePlan(ctx, params)),
  skip: (scope, { params, body }) =>
    changed(scope, params, 'Skipped', (ctx) => skipDay(ctx, { ...params, ...body })),
  issue: (scope, { params, body }) =>
    changed(scope, params, 'Invoice made', (ctx) => issueNow(ctx, { ...params, ...body })),
  end: (scope, { params }) => changed(scope, params, 'Ended', (ctx) => endPlan(ctx, params)),
};

export const cardRoutes: Handlers<typeof savedCards> = {
  list: async ({ db, actor }, { params, query }) => ({
    data: (await listCards(db, actor.businessId, { ...params, ...query })).map(presentCard),
  }),
  stop: async (scope, { params }) => {
    await scope.transact((ctx) => stopOwnCard(ctx, params));
    return { message: 'The card is stopped', data: null };
  },
  agree: async (scope, { params, body }) => ({
    message: 'Pay now, then the card is saved',
    data: await agreeToSave(scope, params.publicId, body.language ?? null),
  }),
};

const changed = (scope: Scope, target: PlanTarget, message: string, change: (ctx: Ctx) => Promise<void>) =>
  scope.answerOnce(
    async (ctx) => {
      await change(ctx);
      return planDetails(ctx.tx, ctx.actor.businessId, target, ctx.now);
    },
    (details) => ({ message, data: presentPlanDetails(details, todayOf(scope)) }),
  );

async function previewed(
  scope: Scope,
  currency: Currency,
  schedule: Schedule,
  planId: string | undefined,
): Promise<CalendarDate[]> {
  const today = todayOf(scope);
  const shown = (days: Days, from: number) => daysFrom(days, from, SHOWN_DATES).map(({ day }) => day);
  if (planId === undefined) {
    const days = daysOf(schedule, today);
    return shown(days, firstAfter(days, 1, addDays(today, -1)));
  }
  const { plan } = await planDetails(scope.db, scope.actor.businessId, { currency, id: planId }, scope.now);
  return shown(await daysAfterChange(scope.db, plan, schedule, today), plan.next_number);
}
