import { formatMoney, least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { Ctx, SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordBusinessEvent } from '#server/modules/audit/commands.ts';
import { usesCreditOnSend } from '#server/modules/business/queries.ts';
import { type CreditLeft, creditsOf, sumOf } from '../queries/credit.ts';
import { invoiceById } from '../queries/details.ts';
import type { Invoice } from '../table.ts';
import { allocate } from './allocations.ts';
import { applyPayment, paidEvents } from './settlement.ts';

/**
 * Uses its customer's credit for an invoice that is being sent, as far as both go: where `asked` says so, else where its business
 * always does.
 */
export async function spendCreditOnSend(
  ctx: Ctx,
  invoice: Invoice,
  asked: boolean | undefined,
): Promise<Invoice> {
  const { business_id: businessId, currency, customer_id: customerId, id } = invoice;
  if (!(asked ?? (await usesCreditOnSend(ctx.tx, businessId)))) return invoice;
  const credits = await creditsOf(ctx.tx, { businessId, currency, customerId });
  const used = await spendCredits(ctx, credits, id, sumOf(credits));
  return used > 0 ? ((await invoiceById(ctx.tx, businessId, id)) ?? invoice) : invoice;
}

/** Puts credits on an invoice, the first ones first, up to `most` (minor units). Gives what was used. */
export async function spendCredits(
  ctx: SystemCtx,
  credits: readonly CreditLeft[],
  invoiceId: string,
  most: Minor,
): Promise<Minor> {
  let left = most;
  for (const credit of credits) {
    const part = least(left, credit.left);
    const share = { amount: part, at: ctx.now };
    const used = part > 0 ? await spendCredit(ctx, credit.payment, invoiceId, share) : null;
    left = subtract(left, used?.applied ?? ZERO);
  }
  return subtract(most, left);
}

/**
 * Puts credit of a payment on an invoice, at most `amount` (minor units); null where nothing is owed. `at`: when its money came to
 * the invoice.
 */
export async function spendCredit(
  ctx: SystemCtx,
  payment: CreditLeft['payment'],
  invoiceId: string,
  { amount, at }: { amount: Minor; at: Date },
): Promise<{ payment: CreditLeft['payment']; applied: Minor } | null> {
  const { business_id: businessId, currency } = payment;
  const { applied, invoice } = await applyPayment(ctx, { businessId, invoiceId, amount, at });
  if (applied === 0) return null;
  const row = await allocate(ctx, payment, invoiceId, applied, at);
  const money = formatMoney(applied, currency);
  await recordBusinessEvent(ctx, businessId, 'credit_used', `${money} for ${invoice.number}`);
  const activity = {
    type: 'credit_used' as const,
    description: `${money} of credit of ${invoice.customer_name} went to ${invoice.number}`,
    metadata: { amountMinor: applied, currency, invoiceId, invoiceNumber: invoice.number },
  };
  recordActivity(ctx, businessId, activity, ...paidEvents(invoiceId));
  return { payment: row, applied };
}
