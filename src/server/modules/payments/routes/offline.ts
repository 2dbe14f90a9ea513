import type { offlinePayments } from '#contract/offline-payments.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { addClaim, confirmClaim, dismissClaim } from '../commands/claims.ts';
import { giveBack } from '../commands/give-back.ts';
import { recordOffline } from '../commands/offline.ts';
import { undoOffline } from '../commands/undo.ts';
import { presentClaim, presentPayment } from '../present.ts';
import { listClaims } from '../queries/claims.ts';
import { listedPayment } from '../queries/details.ts';

export const offlineRoutes: Handlers<typeof offlinePayments> = {
  record: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => recordOffline(ctx, { ...body, currency: params.currency, invoiceId: params.id }),
      (payment) => ({
        message: 'Payment recorded',
        data: presentPayment(scope.ports.payments, payment, scope.now),
      }),
    ),
  undo: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => {
        const { id } = await undoOffline(ctx, { ...params, ...body });
        return listedPayment(ctx.tx, ctx.actor.businessId, params.currency, id);
      },
      (payment) => ({
        message: 'The payment was undone',
        data: presentPayment(scope.ports.payments, payment, scope.now),
      }),
    ),
  giveBack: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => {
        const { id } = await giveBack(ctx, { ...params, ...body });
        return listedPayment(ctx.tx, ctx.actor.businessId, params.currency, id);
      },
      (payment) => ({
        message: 'Noted that you gave it back',
        data: presentPayment(scope.ports.payments, payment, scope.now),
      }),
    ),
  claims: async (scope, { params, query }) => {
    const { businessId } = scope.actor;
    const { rows, total, nextCursor } = await listClaims(scope.db, businessId, params.currency, query);
    return { data: rows.map(presentClaim), page: { nextCursor, total } };
  },
  addClaim: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => addClaim(ctx, { ...body, currency: params.currency }),
      (row) => ({ message: 'Noted. The invoice stays as it is', data: presentClaim(row) }),
    ),
  confirmClaim: (scope, { params, body }) =>
    scope.answerOnce(
      (ctx) => confirmClaim(ctx, params, body ?? {}),
      (payment) => ({
        message: 'Payment recorded',
        data: presentPayment(scope.ports.payments, payment, scope.now),
      }),
    ),
  dismissClaim: (scope, { params }) =>
    scope.answerOnce(
      (ctx) => dismissClaim(ctx, params),
      (row) => ({ message: 'Put away', data: presentClaim(row) }),
    ),
};
