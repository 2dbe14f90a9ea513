import { notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import type { Currency } from '#core/money.ts';
import type { ReusableCard } from '#server/kernel/ports/saved-cards.ts';
import { type Ctx, lockBusiness, publish, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { customerById } from '#server/modules/customers/queries/list.ts';
import { rescheduleReminders } from '#server/modules/invoices/commands/reminders.ts';
import { jobs } from '../jobs.ts';
import { tellCustomer, tellOfDropped, tellOwner } from '../messages.ts';
import { activeCard } from '../queries/cards.ts';
import { tokenPlace } from '../rules/places.ts';
import { STOPPED_BEFORE } from '../rules/reasons.ts';
import type { CardConsent, SavedCard } from '../table.ts';
import { withdrawConsent } from './consents.ts';

type CardKey = { businessId: string; id: string };

/** A card behind the lock of its business. */
export async function lockCard(
  { tx }: SystemCtx,
  { businessId, id }: CardKey,
): Promise<SavedCard | undefined> {
  await lockBusiness(tx, businessId);
  return tx
    .selectFrom('saved_cards')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Keeps the card that came with a payment, sealed, in place of the one its plan had; null where it cannot be charged again. */
export async function keepCard(ctx: SystemCtx, key: CardKey, kept: ReusableCard | null): Promise<void> {
  const card = await lockCard(ctx, key);
  if (card?.status !== 'awaiting') return;
  if (!kept) return void (await change(ctx, card, { status: 'unusable' }));
  const before = await activeCard(ctx.tx, card.business_id, card.plan_id);
  if (before) {
    // The letter about the new card says nothing of charges of the old one, so these are dropped while it is active.
    await dropCharges(ctx, card.business_id, { cardId: before.id });
    await end(ctx, before, { status: 'stopped', saidBy: 'customer' });
  }
  const { token, brand, last4, expires } = kept;
  const active = await change(ctx, card, {
    status: 'active',
    token_sealed: await ctx.vault.seal(card.business_id, tokenPlace(card.business_id, card.id), token),
    brand,
    last4,
    expires,
  });
  await recordCard(ctx, active, 'card_saved', 'saved a card for their repeating invoice');
  await tellCustomer(ctx, active, { template: 'cardSaved', key: `card-saved:${card.id}` });
}

/** Stops a card at once, for good, and tells both. Stopped already, it does nothing. */
export async function stopCard(
  ctx: SystemCtx,
  key: CardKey,
  saidBy: 'customer' | 'owner',
): Promise<SavedCard | null> {
  const card = await lockCard(ctx, key);
  if (!card || card.last4 === null) return null;
  if (card.status !== 'active') return card;
  const stopped = await end(ctx, card, { status: 'stopped', saidBy });
  const did = saidBy === 'customer' ? 'stopped their saved card' : 'has a saved card that you stopped';
  await recordCard(ctx, stopped, 'card_stopped', did);
  await tellCustomer(ctx, stopped, { template: 'cardStopped', key: `card-stopped:${card.id}` });
  await tellOwner(ctx, stopped, { kind: saidBy === 'customer' ? 'stopped' : 'stopped_by_you' });
  return stopped;
}

/** The same for an owner, of a card of theirs. Throws 404. */
export async function stopOwnCard(
  ctx: Ctx,
  { currency, id }: { currency: Currency; id: string },
): Promise<void> {
  const { businessId } = ctx.actor;
  const card = isId('svc', id) ? await lockCard(ctx, { businessId, id }) : undefined;
  if (card?.currency !== currency) throw notFound('card');
  if (!(await stopCard(ctx, { businessId, id }, 'owner'))) throw notFound('card');
}

/** Ends a card that can never be charged again, by what its bank said. */
export const endDeadCard = (ctx: SystemCtx, card: SavedCard): Promise<SavedCard> =>
  end(ctx, card, { status: 'failed', saidBy: 'bank' });

type Ending = { status: 'stopped' | 'failed'; saidBy: CardConsent['said_by'] };

// Charges that have not left do not leave any more; the provider forgets the card by a job.
async function end(ctx: SystemCtx, card: SavedCard, { status, saidBy }: Ending): Promise<SavedCard> {
  const ended = await change(ctx, card, { status });
  await withdrawConsent(ctx, card, saidBy);
  await dropCharges(ctx, card.business_id, { cardId: card.id });
  ctx.enqueue(jobs.revoke, { businessId: card.business_id, id: card.id });
  return ended;
}

/**
 * Drops charges of a card or of a plan that have not left yet, and tells their customer; what they were for is asked for as usual.
 * Those under way are called off: what they come to is booked, and no attempt follows.
 */
export async function dropCharges(
  ctx: SystemCtx,
  businessId: string,
  of: { cardId: string } | { planId: string },
): Promise<void> {
  const open = (status: 'pending' | 'processing') =>
    ctx.tx
      .updateTable('card_charges')
      .where('business_id', '=', businessId)
      .where('status', '=', status)
      .$if('cardId' in of, (query) => query.where('card_id', '=', 'cardId' in of ? of.cardId : ''))
      .$if('planId' in of, (query) => query.where('plan_id', '=', 'planId' in of ? of.planId : ''));
  await open('processing').set({ called_off_at: ctx.now, updated_at: ctx.now }).execute();
  const dropped = await open('pending')
    .set({ status: 'dropped', reason: STOPPED_BEFORE, next_poll_at: null, updated_at: ctx.now })
    .returningAll()
    .execute();
  if (dropped.length > 0) await rescheduleReminders(ctx, businessId);
  for (const charge of dropped) await tellOfDropped(ctx, charge);
}

/** Forgets the token of a card its provider has forgotten. */
export const forgetToken = (ctx: SystemCtx, { businessId, id }: CardKey): Promise<unknown> =>
  ctx.tx
    .updateTable('saved_cards')
    .set({ token_sealed: null, updated_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('status', '<>', 'active')
    .execute();

const change = (
  ctx: SystemCtx,
  { business_id, id }: SavedCard,
  set: Partial<Pick<SavedCard, 'status' | 'token_sealed' | 'brand' | 'last4' | 'expires'>>,
): Promise<SavedCard> =>
  ctx.tx
    .updateTable('saved_cards')
    .set({ ...set, updated_at: ctx.now })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

async function recordCard(
  ctx: SystemCtx,
  card: SavedCard,
  type: 'card_saved' | 'card_stopped',
  did: string,
): Promise<void> {
  const name = (await customerById(ctx.tx, card.business_id, card.customer_id))?.name ?? '';
  recordActivity(
    ctx,
    card.business_id,
    { type, description: `${name} ${did}`, metadata: { customerName: name, currency: card.currency } },
    { topic: 'plans' },
  );
  publish(ctx, card.business_id, { topic: 'customers' });
}
