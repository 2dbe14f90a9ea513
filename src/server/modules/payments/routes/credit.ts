import type { customerCredit } from '#contract/customer-credit.ts';
import type { Currency } from '#core/money.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { notFound } from '#core/errors.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { creditsOf, sumOf, sumsByCustomer } from '#server/modules/invoices/queries/credit.ts';
import { applyCustomerCredit } from '../commands/allocations.ts';
import { OFFLINE } from '../rules.ts';

export const creditRoutes: Handlers<typeof customerCredit> = {
  list: async (scope, { params: { currency } }) => {
    const sums = sumsByCustomer(await creditsOf(scope.db, { businessId: scope.actor.businessId, currency }));
    const credits = [...sums].map(([customerId, credit]) => ({ customerId, credit }));
    return { data: credits.sort((a, b) => b.credit - a.credit) };
  },
  read: async (scope, { params: { currency, id } }) => {
    const { businessId } = scope.actor;
    if (!(await customerById(scope.db, businessId, id))) throw notFound('customer');
    return { data: await creditIn(scope.db, businessId, currency, id) };
  },
  apply: (scope, { params: { currency, id: customerId }, body }) =>
    scope.answerOnce(
      async (ctx) => ({
        used: await applyCustomerCredit(ctx, { ...body, currency, customerId }),
        ...(await creditIn(ctx.tx, ctx.actor.businessId, currency, customerId)),
      }),
      (data) => ({ message: 'Credit used', data }),
    ),
};

async function creditIn(db: Db | Tx, businessId: string, currency: Currency, customerId: string) {
  const credits = await creditsOf(db, { businessId, currency, customerId });
  return {
    credit: sumOf(credits),
    refundable: sumOf(credits.filter(({ payment }) => payment.provider !== OFFLINE)),
  };
}
