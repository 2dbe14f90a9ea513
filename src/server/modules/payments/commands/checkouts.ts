import { sql } from 'kysely';
import { newToken } from '#core/ids.ts';
import { add, type Currency, type Minor } from '#core/money.ts';
import type { Checkout } from '#server/kernel/ports/index.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { claimPoll, pollAt, schedulePoll } from '#server/outbound/polling.ts';
import { secondsToNextCheckoutPoll } from '../rules.ts';
import type { CheckoutRow } from '../table.ts';

/** An invoice and the sum asked for it, in minor units. */
export type AskedShare = { invoiceId: string; amount: Minor };

type NewReference = {
  businessId: string;
  /** One invoice, or several of one customer. */
  shares: readonly AskedShare[];
  provider: string;
  currency: Currency;
  surcharge: Minor;
  /** Under which a saved card is charged; else a new one is made. */
  chargedAs?: string;
};

/** A reference of ours: unique for ever, in letters every provider takes. */
export const newReference = (): string => `dw_${newToken(15)}`;

/** Creates our reference, committed before a provider sees it, so that no payment can come under an unknown one. */
export async function createReference(ctx: SystemCtx, of: NewReference): Promise<CheckoutRow> {
  const [only, ...others] = of.shares;
  const row = await ctx.tx
    .insertInto('checkouts')
    .values({
      business_id: of.businessId,
      reference: of.chargedAs ?? newReference(),
      charges_card: of.chargedAs !== undefined,
      invoice_id: others.length === 0 ? (only?.invoiceId ?? null) : null,
      provider: of.provider,
      currency: of.currency,
      amount_minor: add(...of.shares.map(({ amount }) => amount)),
      surcharge_minor: of.surcharge,
      checkout_url: null,
      account: null,
      ussd_code: null,
      next_poll_at: pollAt(ctx.now, secondsToNextCheckoutPoll(0)),
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (others.length > 0)
    await ctx.tx
      .insertInto('checkout_invoices')
      .values(
        of.shares.map(({ invoiceId, amount }) => ({
          business_id: of.businessId,
          reference: row.reference,
          invoice_id: invoiceId,
          amount_minor: amount,
        })),
      )
      .execute();
  return row;
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

/** A checkout of which something is awaited is polled soon again, as often as a new one. */
export async function restartPolls(
  ctx: SystemCtx,
  { business_id, reference }: Pick<CheckoutRow, 'business_id' | 'reference'>,
): Promise<void> {
  await ctx.tx
    .updateTable('checkouts')
    .set({ poll_count: 0, next_poll_at: pollAt(ctx.now, secondsToNextCheckoutPoll(0)) })
    .where('business_id', '=', business_id)
    .where('reference', '=', reference)
    .execute();
}

/**
 * Notes that a payer came back from the provider, which was just asked. Where it told of nothing since the last return,
 * a payment is awaited; after money came by this reference, coming back once more awaits no other.
 */
export async function recordReturn(ctx: SystemCtx, checkout: CheckoutRow): Promise<void> {
  const { business_id, reference } = checkout;
  const last = await ctx.tx
    .selectFrom('payments')
    .select([
      sql<Date | null>`max(coalesce(status_changed_at, created_at))`.as('at'),
      sql<boolean | null>`bool_or(status in ('completed', 'refunded'))`.as('came'),
    ])
    .where('business_id', '=', business_id)
    .where('provider', '=', checkout.provider)
    .where('reference', '=', reference)
    .executeTakeFirst();
  const isAnswered =
    last?.came === true || Boolean(last?.at && last.at > (checkout.returned_at ?? checkout.created_at));
  await ctx.tx
    .updateTable('checkouts')
    .set({ returned_at: ctx.now, unanswered_since: isAnswered ? null : ctx.now })
    .where('business_id', '=', business_id)
    .where('reference', '=', reference)
    .execute();
  if (!isAnswered) await restartPolls(ctx, checkout);
}
