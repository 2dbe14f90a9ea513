import { AppError } from '#core/errors.ts';
import { add, type Currency, type Minor } from '#core/money.ts';
import { lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { spendCredits } from '#server/modules/invoices/commands/credit.ts';
import { creditsOf } from '#server/modules/invoices/queries/credit.ts';
import type { CustomerOf } from '../queries/links.ts';
import { tickedOf } from '../queries/payable.ts';

/** Credit of a customer that went to invoices of theirs, in minor units; `dropped`: how many they ticked that take none. */
export type CreditUsed = {
  currency: Currency;
  used: Minor;
  invoices: { number: string; amount: Minor }[];
  dropped: number;
};

/**
 * Pays the invoices a customer ticked, by the ids of their pay pages, with their credit: of each what is asked for it now, the one
 * due first before the others, as far as the credit goes. Throws 422 for none or too many or two currencies, 409 where nothing is
 * asked for or there is no credit.
 */
export async function payWithCredit(
  ctx: SystemCtx,
  of: CustomerOf,
  publicIds: readonly string[],
): Promise<CreditUsed> {
  await lockBusiness(ctx.tx, of.businessId);
  const { payable, currency, dropped } = await tickedOf(ctx.tx, of, publicIds, ctx.now);
  const invoices: CreditUsed['invoices'] = [];
  for (const { invoice, amount } of payable) {
    // Read each time: the payments before are used up.
    const credits = await creditsOf(ctx.tx, { ...of, currency });
    const used = await spendCredits(ctx, credits, invoice.id, amount);
    if (used === 0) break;
    invoices.push({ number: invoice.number, amount: used });
  }
  if (invoices.length === 0) throw new AppError('conflict', 'You have no credit to use');
  return { currency, used: add(...invoices.map(({ amount }) => amount)), invoices, dropped };
}
