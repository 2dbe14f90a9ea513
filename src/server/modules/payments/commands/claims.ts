import { type CalendarDate, dateIn } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { type Ctx, lockBusiness, publish } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { requireUpload } from '#server/modules/files/queries.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { rescheduleReminder } from '#server/modules/invoices/commands/reminders.ts';
import { claimOf, type ListedClaim } from '../queries/claims.ts';
import type { ListedPayment } from '../queries/payments.ts';
import { lockRecordable, recordOffline, validateDay } from './offline.ts';
import { settleClaim } from './claims-settlement.ts';

type NewClaim = {
  currency: Currency;
  invoiceId: string;
  amount: Minor;
  day: CalendarDate;
  reference?: string | null | undefined;
  note?: string | null | undefined;
  slip?: string | null | undefined;
};

/**
 * Notes an alert or a screenshot: no state changes, and reminders of the invoice pause for a day. Throws 404, 409 where nothing is
 * owed, 422 for an impossible day.
 */
export async function addClaim(ctx: Ctx, input: NewClaim): Promise<ListedClaim> {
  const invoice = await lockRecordable(ctx, input);
  if (invoice.paid_at) throw new AppError('conflict', 'Nothing is owed on this invoice');
  validateDay(input.day, dateIn(ctx.now, ctx.actor.timeZone));
  await requireUpload(ctx, 'slip', input.slip);
  const id = newId('clm', ctx.now);
  await ctx.tx
    .insertInto('payment_claims')
    .values({
      business_id: invoice.business_id,
      id,
      invoice_id: invoice.id,
      amount_minor: input.amount,
      day: input.day,
      reference: input.reference || '',
      note: input.note || '',
      said_by: ctx.actor.userId,
      state: 'open',
      payment_id: null,
      slip_file_id: input.slip || null,
      created_at: ctx.now,
      settled_at: null,
    })
    .execute();
  await rescheduleReminder(ctx, invoice, ctx.now);
  recordActivity(ctx, invoice.business_id, {
    type: 'payment_claimed',
    status: 'pending',
    description: `${formatMoney(input.amount, invoice.currency)} for ${invoice.number} was shown as an alert or screenshot. Check your bank before you count on it`,
    metadata: subjectOf(invoice, input.amount),
  });
  publish(ctx, invoice.business_id, { topic: 'payments', invoiceId: invoice.id });
  return claimOf(ctx.tx, invoice.business_id, input.currency, id);
}

type ClaimTarget = { currency: Currency; id: string };
type Confirmation = { keepRestAsCredit?: boolean | undefined; confirmDuplicate?: boolean | undefined };

/** Records the money of a claim, now seen in the bank. Refuses as `recordOffline` does; 409 for a claim that was settled. */
export async function confirmClaim(
  ctx: Ctx,
  target: ClaimTarget,
  confirmation: Confirmation,
): Promise<ListedPayment> {
  const claim = await lockOpen(ctx, target);
  return recordOffline(ctx, {
    currency: target.currency,
    invoiceId: claim.invoice_id,
    amount: claim.amount_minor,
    day: claim.day,
    method: 'bank_transfer',
    seen: 'bank',
    reference: claim.reference,
    note: claim.note,
    slip: claim.slip_file_id,
    ...confirmation,
    claim,
  });
}

/** Puts a claim away; reminders go on. Throws 404, and 409 for a claim that was settled. */
export async function dismissClaim(ctx: Ctx, target: ClaimTarget): Promise<ListedClaim> {
  const claim = await lockOpen(ctx, target);
  await settleClaim(ctx, claim, { state: 'dismissed' });
  await rescheduleReminder(ctx, { business_id: claim.business_id, id: claim.invoice_id }, ctx.now);
  recordActivity(ctx, claim.business_id, {
    type: 'claim_dismissed',
    description: `You put the alert of ${formatMoney(claim.amount_minor, claim.currency)} for ${claim.number} away`,
    metadata: subjectOf({ ...claim, id: claim.invoice_id }, claim.amount_minor),
  });
  return claimOf(ctx.tx, claim.business_id, target.currency, claim.id);
}

async function lockOpen(ctx: Ctx, { currency, id }: ClaimTarget): Promise<ListedClaim> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const claim = await claimOf(ctx.tx, businessId, currency, id);
  if (claim.state !== 'open')
    throw new AppError(
      'conflict',
      claim.state === 'confirmed' ? 'This was recorded already' : 'This was put away already',
    );
  return claim;
}
