import type * as z from 'zod/mini';
import type { savedCards } from '#contract/saved-cards.ts';
import type { ShownCard } from './cards.ts';

type Shown = z.output<typeof savedCards.list.response>['data'][number];

/** A card as its business sees it: nothing it could be charged with elsewhere. */
export const presentCard = (card: ShownCard): Shown => ({
  id: card.id,
  _id: card.id,
  currency: card.currency,
  customerId: card.customer_id,
  customerName: card.customer_name,
  planId: card.plan_id,
  title: card.title,
  brand: card.brand ?? '',
  last4: card.last4 ?? '',
  expires: card.expires,
  cap: card.cap_minor,
  status: card.status === 'stopped' || card.status === 'failed' ? card.status : 'active',
  savedAt: card.created_at,
});
