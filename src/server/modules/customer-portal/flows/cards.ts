import { notFound } from '#core/errors.ts';
import { stopCard } from '#server/modules/saved-cards/commands/cards.ts';
import { listCards } from '#server/modules/saved-cards/queries/cards.ts';
import type { Reader } from './session.ts';

/** Stops a saved card of the reader's. Throws 404 for any other. */
export async function stopMyCard({ scope, businessId, customerId }: Reader, id: string): Promise<void> {
  const own = await listCards(scope.db, businessId, { customerId });
  if (!own.some((card) => card.id === id)) throw notFound('card');
  await scope.transactFor(businessId, (ctx) => stopCard(ctx, { businessId, id }, 'customer'));
}
