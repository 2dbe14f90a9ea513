import { newToken } from '#core/ids.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { Checkout } from '#server/kernel/ports/index.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { claimPoll, pollAt, schedulePoll } from '#server/outbound/polling.ts';
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
      next_poll_at: pollAt(ctx.now, secondsToNextCheckoutPoll(0)),
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

/** Takes the poll of a checkout that is due and schedules the next; null when another process did. */
export async function claimCheckoutPoll(ctx: SystemCtx, reference: string): Promise<CheckoutRow | null> {
  const row = await claimPoll(ctx, 'checkouts', reference);
  if (row) await schedulePoll(ctx, 'checkouts', row, secondsToNextCheckoutPoll(row.poll_count + 1));
  return row;
}
