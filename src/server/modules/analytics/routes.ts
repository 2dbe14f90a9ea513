import type { analytics } from '#contract/analytics.ts';
import type { today } from '#contract/today.ts';
import { notFound } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { reportFile } from './flows/report.ts';
import { paymentInfo, report } from './queries/report.ts';
import { todayPage } from './queries/today.ts';

export const routes: Handlers<typeof analytics> = {
  paymentInfo: async (scope, { params }) => ({
    message: 'Figures',
    data: await paymentInfo(scope.db, own(scope, params), todayOf(scope), scope.now),
  }),
  report: async (scope, { params, query }) => ({
    message: 'Report',
    data: await scope.lateReads.run('report', scope.actor.businessId, (db) =>
      report(db, own(scope, params), Number(query.months ?? 6), {
        today: todayOf(scope),
        timeZone: scope.actor.timeZone,
      }),
    ),
  }),
  exportReport: async (scope, { params, query }) => {
    const [owner, months, format] = [own(scope, params), Number(query.months ?? 6), query.format ?? 'pdf'];
    await scope.transact((ctx) => recordActorEvent(ctx, 'report_exported', `${months} months, ${format}`));
    return reportFile(scope, { ...owner, months }, format);
  },
};

function own(scope: Scope, { id: businessId, currency }: { id: string; currency: Currency }) {
  if (businessId !== scope.actor.businessId) throw notFound('business');
  return { businessId, currency };
}

export const todayRoutes: Handlers<typeof today> = {
  read: async (scope, { params, query }) => ({
    message: 'Today',
    data: await todayPage(scope, params.currency, query.since),
  }),
};
