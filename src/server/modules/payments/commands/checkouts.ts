import { plusMs } from '#core/dates.ts';
import { newToken } from '#core/ids.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Checkout } from '#server/kernel/ports/index.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { secondsToNextCheckoutPoll } from '../rules.ts';
import type { CheckoutRow } from '../table.ts';

type NewReference = {
  businessId: string;
  invoiceId: string;
  provider: string;
  currency: Currency;
  amount: Minor;
};

/**
 * Creates our reference for one invoice, committed before a provider sees it, so that no payment can come
 * under an unknown one.
 */
export function createReference(ctx: SystemCtx, of: NewReference): Promise<CheckoutRow> {
  return ctx.tx
    .insertInto('checkouts')
    .values({
      business_id: of.businessId,
      reference: `dw_${newToken(15)}`,
      invoice_id: of.invoiceId,
      provider: of.provider,
      currency: of.currency,
      amount_minor: of.amount,
      checkout_url: null,
      account: null,
      ussd_code: null,
      next_ask_at: nextPollAt(ctx.now, 0),
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves the provider's checkout for a reference. */
export function saveCheckout(
  ctx: SystemCtx,
  { business_id, reference }: Pick<CheckoutRow, 'business_id' | 'reference'>,
  { checkoutUrl, account, ussdCode }: Checkout,
): Promise<CheckoutRow> {
  return ctx.tx
    .updateTable('checkouts')
    .set({ checkout_url: checkoutUrl, account: account && JSON.stringify(account), ussd_code: ussdCode })
    .where('business_id', '=', business_id)
    .where('reference', '=', reference)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Claims the due poll of a checkout and schedules the next one; null when another process did. */
export async function claimCheckoutPoll(
  ctx: SystemCtx,
  due: Pick<CheckoutRow, 'business_id' | 'reference'>,
): Promise<CheckoutRow | null> {
  const row = await ctx.tx
    .selectFrom('checkouts')
    .selectAll()
    .where('business_id', '=', due.business_id)
    .where('reference', '=', due.reference)
    .where('next_ask_at', '<=', ctx.now)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const pollCount = row.asks + 1;
  await ctx.tx
    .updateTable('checkouts')
    .set({ asks: pollCount, next_ask_at: nextPollAt(ctx.now, pollCount) })
    .where('business_id', '=', row.business_id)
    .where('reference', '=', row.reference)
    .execute();
  return row;
}

function nextPollAt(now: Date, pollCount: number): Date | null {
  const seconds = secondsToNextCheckoutPoll(pollCount);
  return seconds === null ? null : plusMs(now, seconds * 1000);
}
