import type { analytics } from '#contract/analytics.ts';
import type { today } from '#contract/today.ts';
import { notFound } from '#core/errors.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { reportFile } from './flows/report.ts';
import { paymentInfo, report } from './queries/report.ts';
import { todayOf } from './queries/today.ts';

export const routes: Handlers<typeof analytics> = {
  paymentInfo: async (scope, { params }) => ({
    message: 'Figures',
    data: await paymentInfo(scope.db, own(scope, params.id), params.currency, scope.now),
  }),
  report: async (scope, { params, query }) => ({
    message: 'Report',
    data: await report(
      scope.db,
      own(scope, params.id),
      params.currency,
      Number(query.months ?? 6),
      scope.now,
    ),
  }),
  exportReport: async (scope, { params, query }) => {
    const [businessId, months, format] = [
      own(scope, params.id),
      Number(query.months ?? 6),
      query.format ?? 'pdf',
    ];
    await scope.transact((ctx) => recordActorEvent(ctx, 'report_exported', `${months} months, ${format}`));
    return reportFile(scope, { businessId, currency: params.currency, months }, format);
  },
};

function own(scope: Scope, businessId: string): string {
  if (businessId !== scope.actor.businessId) throw notFound('business');
  return businessId;
}

export const todayRoutes: Handlers<typeof today> = {
  read: async (scope, { params, query }) => ({
    message: 'Today',
    data: await todayOf(
      scope.db,
      { businessId: scope.actor.businessId, currency: params.currency },
      query.since,
      scope.now,
    ),
  }),
};
