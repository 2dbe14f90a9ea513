import { addDays, type CalendarDate, dateIn, formatDate } from '#core/dates.ts';
import { secondsToNextPoll } from '#core/backoff.ts';
import { formatMoney, least, type Minor, ZERO } from '#core/money.ts';
import type { ChargeState } from '#server/kernel/ports/saved-cards.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { timeZoneOf } from '#server/modules/business/queries.ts';
import { rescheduleReminder } from '#server/modules/invoices/commands/reminders.ts';
import { invoiceById } from '#server/modules/invoices/queries/details.ts';
import { askedAt } from '#server/modules/invoices/queries/withholding.ts';
import { type Invoice, isActive } from '#server/modules/invoices/rules/invoice.ts';
import { createReference, newReference } from '#server/modules/payments/commands/checkouts.ts';
import { claimSend, lockSent, schedulePoll } from '#server/outbound/polling.ts';
import { tellCustomer, tellOfDropped, tellOwner } from '../messages.ts';
import { activeCard, hasConsent } from '../queries/cards.ts';
import { askedOn, chargesOf } from '../queries/charges.ts';
import { plannedHindrance } from '../rules/reasons.ts';
import {
  afterFailure,
  hasExpired,
  isTooLate,
  type Next,
  NOTICE_DAYS,
  tryAt,
  wasLost,
} from '../rules/schedule.ts';
import type { CardCharge, ChargeStatus, Failure, SavedCard } from '../table.ts';
import { endDeadCard, lockCard } from './cards.ts';

/** Whether an invoice of a plan will be charged, or why its customer pays it themselves. */
export type Planned = { day: CalendarDate } | 'no_card' | 'above_cap' | 'no_email' | 'expired' | 'paid';

/**
 * Has the card of a plan charged for an invoice that was just sent, three days from now, and tells its customer. Under the
 * business's lock.
 */
export async function planCharge(ctx: SystemCtx, planId: string, invoice: Invoice): Promise<Planned> {
  const { business_id: businessId } = invoice;
  const card = await activeCard(ctx.tx, businessId, planId);
  if (!card || !(await hasConsent(ctx.tx, card))) return 'no_card';
  const amount = await askedAt(ctx.tx, invoice, ctx.now);
  if (amount <= 0) return 'paid';
  if (amount > card.cap_minor) return 'above_cap';
  if (invoice.customer_email === '') return 'no_email';
  const zone = await timeZoneOf(ctx.tx, businessId);
  const day = addDays(dateIn(ctx.now, zone), NOTICE_DAYS);
  if (hasExpired(card.expires, day)) {
    await endDeadCard(ctx, card);
    return 'expired';
  }
  await insertCharge(ctx, { card, invoiceId: invoice.id, amount, attempt: 1, day, zone });
  await tellCustomer(ctx, card, {
    template: 'cardChargeAhead',
    key: `card-ahead:${invoice.id}`,
    invoice,
    facts: { amount, day },
  });
  return { day };
}

type NewCharge = {
  card: SavedCard;
  invoiceId: string;
  amount: Minor;
  attempt: number;
  day: CalendarDate;
  zone: string;
};

async function insertCharge(ctx: SystemCtx, { card, invoiceId, amount, attempt, day, zone }: NewCharge) {
  const reference = newReference();
  await ctx.tx
    .insertInto('card_charges')
    .values({
      business_id: card.business_id,
      reference,
      card_id: card.id,
      plan_id: card.plan_id,
      invoice_id: invoiceId,
      provider: card.provider,
      currency: card.currency,
      amount_minor: amount,
      attempt,
      status: 'pending',
      failure: null,
      reason: null,
      next_try_at: tryAt(day, attempt, zone, reference),
      next_poll_at: null,
      sent_at: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
}

/**
 * Marks a charge as sent, under a reference its payment will be found by, once all that it rests on still holds: consent,
 * card, invoice and amount. Null where it does not, and where somebody else has it.
 */
export async function claimCharge(ctx: SystemCtx, reference: string): Promise<CardCharge | null> {
  const charge = await lockSent(ctx, 'card_charges', reference);
  if (charge?.status !== 'pending' || charge.next_try_at > ctx.now) return null;
  const { business_id: businessId } = charge;
  const zone = await timeZoneOf(ctx.tx, businessId);
  if (isTooLate(charge, zone, ctx.now)) return postpone(ctx, charge, zone);
  const card = await lockCard(ctx, { businessId, id: charge.card_id });
  const asked = await askedOn(ctx.tx, charge, ctx.now);
  const hindrance = card ? await hindranceOf(ctx, { charge, card, asked }) : 'It is gone';
  if (hindrance !== null) return drop(ctx, charge, hindrance);
  const amount = least(charge.amount_minor, asked);
  await createReference(ctx, {
    businessId,
    shares: [{ invoiceId: charge.invoice_id, amount }],
    provider: charge.provider,
    currency: charge.currency,
    surcharge: ZERO,
    chargedAs: reference,
  });
  if (amount !== charge.amount_minor) await change(ctx, charge, { amount_minor: amount });
  return claimSend(ctx, 'card_charges', reference);
}

type Due = { charge: CardCharge; card: SavedCard; asked: Minor };

async function hindranceOf(ctx: SystemCtx, { charge, card, asked }: Due): Promise<string | null> {
  if (card.status !== 'active' || card.token_sealed === null) return 'The card was stopped';
  if (!(await hasConsent(ctx.tx, card))) return 'There is no consent';
  if (charge.amount_minor > card.cap_minor) return 'It is more than was agreed to';
  const hindrance = plannedHindrance(charge.amount_minor, asked);
  if (hindrance !== null) return hindrance;
  const owner = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where('business_id', '=', charge.business_id)
    .where('deletion_due_at', 'is', null)
    .executeTakeFirst();
  return owner ? null : 'The account is to be deleted';
}

// The service was away in the hours its customer was told of: the same hours of the next day, and not in the night.
async function postpone(ctx: SystemCtx, charge: CardCharge, zone: string): Promise<null> {
  const today = dateIn(ctx.now, zone);
  const sameDay = tryAt(today, charge.attempt, zone, charge.reference);
  const day = sameDay > ctx.now ? today : addDays(today, 1);
  await change(ctx, charge, { next_try_at: tryAt(day, charge.attempt, zone, charge.reference) });
  return null;
}

async function drop(ctx: SystemCtx, charge: CardCharge, reason: string): Promise<null> {
  await change(ctx, charge, { status: 'dropped', reason, next_poll_at: null });
  await rescheduleReminder(ctx, { business_id: charge.business_id, id: charge.invoice_id }, ctx.now);
  await tellOfDropped(ctx, charge);
  return null;
}

/** The outcome of a charge; `called_off`: what it rests on was gone between being claimed and being sent. */
export type ChargeOutcome = ChargeState | { state: 'called_off'; reason: string };

/** Applies what the provider reported of a charge; without a conclusive state it is asked again. Its money is booked by its payment. */
export async function applyChargeState(
  ctx: SystemCtx,
  reference: string,
  reported: ChargeOutcome,
): Promise<ChargeStatus | 'unknown_reference'> {
  const charge = await lockSent(ctx, 'card_charges', reference);
  if (!charge) return 'unknown_reference';
  if (charge.status !== 'processing') return charge.status;
  if (reported.state === 'called_off') {
    await drop(ctx, charge, reported.reason);
    return 'dropped';
  }
  if (reported.state === 'completed') {
    await change(ctx, charge, { status: 'completed', next_poll_at: null, reason: null });
    return 'completed';
  }
  if (reported.state === 'failed') return failCharge(ctx, charge, reported);
  if (reported.state === 'not_found' && wasLost(charge.sent_at, ctx.now))
    return failCharge(ctx, charge, { failure: 'lost', reason: 'The provider never got it' });
  await schedulePoll(ctx, 'card_charges', charge, secondsToNextPoll(charge.tries));
  if (reported.reason !== charge.reason) await change(ctx, charge, { reason: reported.reason });
  return charge.status;
}

async function failCharge(
  ctx: SystemCtx,
  charge: CardCharge,
  { failure, reason }: { failure: Failure; reason: string },
): Promise<'failed'> {
  await change(ctx, charge, { status: 'failed', failure, reason, next_poll_at: null });
  const { business_id: businessId } = charge;
  const card = await lockCard(ctx, { businessId, id: charge.card_id });
  const invoice = await invoiceById(ctx.tx, businessId, charge.invoice_id);
  if (!card || !invoice) return 'failed';
  const zone = await timeZoneOf(ctx.tx, businessId);
  const next = await nextOf(ctx, charge, failure, zone);
  const mayGoOn =
    charge.called_off_at === null && card.status === 'active' && isActive(invoice) && !invoice.paid_at;
  const again = mayGoOn ? next.day : null;
  if (again !== null) {
    const attempt = charge.attempt + 1;
    await insertCharge(ctx, {
      card,
      invoiceId: invoice.id,
      amount: charge.amount_minor,
      attempt,
      day: again,
      zone,
    });
  } else await rescheduleReminder(ctx, invoice, ctx.now);
  if (next.isDead && card.status === 'active') await endDeadCard(ctx, card);
  await tellOfFailure(ctx, { charge, card, invoice }, { failure, again, isDead: next.isDead });
  return 'failed';
}

async function nextOf(ctx: SystemCtx, charge: CardCharge, failure: Failure, zone: string): Promise<Next> {
  const all = await chargesOf(ctx.tx, charge);
  const first = all[0]?.sent_at ?? ctx.now;
  return afterFailure(
    { failure, attempt: charge.attempt },
    {
      before: all.filter(({ attempt }) => attempt < charge.attempt).map((one) => one.failure),
      first: dateIn(first, zone),
      today: dateIn(ctx.now, zone),
    },
  );
}

type Claim = { charge: CardCharge; card: SavedCard; invoice: Invoice };
type Told = { failure: Failure; again: CalendarDate | null; isDead: boolean };

async function tellOfFailure(ctx: SystemCtx, { charge, card, invoice }: Claim, told: Told): Promise<void> {
  const { amount_minor: amount, currency } = charge;
  const then = told.again
    ? `It is tried again on ${formatDate(told.again)}`
    : 'It has to be paid by hand now';
  recordActivity(
    ctx,
    charge.business_id,
    {
      type: 'card_not_charged',
      status: 'failed',
      description: `The card of ${invoice.customer_name} was not charged ${formatMoney(amount, currency)} for ${invoice.number}. ${then}`,
      metadata: { customerName: invoice.customer_name, amountMinor: amount, currency, invoiceId: invoice.id },
    },
    { topic: 'plans' },
  );
  if (invoice.paid_at || !isActive(invoice)) return;
  await tellCustomer(ctx, card, {
    template: 'cardNotCharged',
    key: `card-failed:${charge.reference}`,
    invoice,
    facts: { amount, ...told },
  });
  if (told.again === null) await tellOwner(ctx, card, { kind: 'past_due', invoice, amount });
}

async function change(
  ctx: SystemCtx,
  { business_id, reference }: CardCharge,
  set: Partial<
    Pick<CardCharge, 'status' | 'failure' | 'reason' | 'next_poll_at' | 'next_try_at' | 'amount_minor'>
  >,
): Promise<void> {
  await ctx.tx
    .updateTable('card_charges')
    .set({ ...set, updated_at: ctx.now })
    .where('business_id', '=', business_id)
    .where('reference', '=', reference)
    .execute();
  publish(ctx, business_id, { topic: 'plans' });
}
