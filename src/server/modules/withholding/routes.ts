import type { withholding } from '#contract/withholding.ts';
import { personWarning } from '#core/company-name.ts';
import { subtract, ZERO } from '#core/money.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { getInvoice } from '#server/modules/invoices/queries/details.ts';
import { taxKeptOf } from '#server/modules/invoices/queries/withholding.ts';
import { changeWithholding } from './commands/change.ts';
import { declareAsPayer, declareWithholding } from './commands/declare.ts';
import { askExemption, askNow } from './commands/letters.ts';
import { exemptionWithLetter } from './flows/exemption.ts';
import { withholdingReport } from './flows/report.ts';
import { presentWithholding } from './present.ts';
import { listWithholdings, withholdingById } from './queries/withholdings.ts';

export const routes: Handlers<typeof withholding> = {
  declare: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => {
        const id = await declareWithholding(ctx, { ...params, ...body });
        return withholdingById(ctx.tx, ctx.actor.businessId, params.currency, id);
      },
      (row) => ({
        message: ['Saved', personWarning(row.customer_name)].filter(Boolean).join('. '),
        data: presentWithholding(row),
      }),
    ),
  list: async (scope, { params, query }) => {
    const { businessId } = scope.actor;
    const { rows, total, nextCursor } = await listWithholdings(scope.db, businessId, params.currency, query);
    return { data: rows.map(presentWithholding), page: { nextCursor, total } };
  },
  report: async (scope, { params, query }) => {
    const { businessId } = scope.actor;
    await scope.transact((ctx) =>
      recordActorEvent(ctx, 'report_exported', `Withholding tax, ${query.format}`),
    );
    return withholdingReport(scope, { businessId, ...params, year: query.year }, query.format);
  },
  change: (scope, { params, body }) =>
    scope.answerOnce(
      async (ctx) => {
        await changeWithholding(ctx, params, body);
        return withholdingById(ctx.tx, ctx.actor.businessId, params.currency, params.id);
      },
      (row) => ({ message: 'Saved', data: presentWithholding(row) }),
    ),
  ask: (scope, { params }) =>
    scope.answerOnce(
      (ctx) => askNow(ctx, params),
      (sentTo) => ({ message: `Sent to ${sentTo}`, data: null }),
    ),
  exemption: async (scope, { params }) => {
    const { businessId } = scope.actor;
    const invoice = await getInvoice(scope.db, businessId, params.currency, params.id);
    return { data: await exemptionWithLetter(scope, invoice) };
  },
  askExemption: (scope, { params }) =>
    scope.answerOnce(
      (ctx) => askExemption(ctx, params),
      (sentTo) => ({ message: `Sent to ${sentTo}`, data: null }),
    ),
  declareAsPayer: async (scope, { params, body }) => {
    const { invoice, kept } = await scope.transactAsSystem(async (ctx) => {
      const declared = await declareAsPayer(ctx, { ...params, ...body });
      return { invoice: declared, kept: await taxKeptOf(ctx.tx, declared) };
    });
    const toPay = kept?.net ?? invoice.balance_minor;
    return { data: { toPay, kept: kept ? subtract(invoice.balance_minor, toPay) : ZERO } };
  },
};
