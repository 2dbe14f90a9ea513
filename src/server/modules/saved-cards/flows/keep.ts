import type { Runs } from '#server/kernel/jobs.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import { providerByName } from '#server/kernel/providers.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { forgetToken, keepCard } from '../commands/cards.ts';
import type { jobs } from '../jobs.ts';
import { paidCards } from '../queries/cards.ts';
import { tokenPlace } from '../rules/places.ts';

/**
 * Keeps the cards of payments whose payers agreed to it, or that of one transaction. Money that came by another way brings
 * none. What fails is logged, and tried again by the next run over all.
 */
export async function keepAgreedCards(
  scope: SystemScope,
  of?: { provider: string; transactionId: string },
): Promise<void> {
  await eachApart(scope.log, await paidCards(scope.db, scope.now, of), async (paid) => {
    const provider = providerByName(scope.ports.payments, paid.provider);
    if (!provider) return;
    const answer =
      paid.method === 'card' ? await provider.cardOf(paid.transactionId) : { ok: true as const, card: null };
    if (!answer.ok) throw new Error(`${provider.name} could not be asked for a card: ${answer.reason}`);
    await scope.transactFor(paid.businessId, (ctx) => keepCard(ctx, paid, answer.card));
  });
}

export const runs: Runs<typeof jobs> = {
  revoke: async (scope, { businessId, id }) => {
    const card = await scope.db
      .selectFrom('saved_cards')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!card?.token_sealed || card.status === 'active') return;
    const token = await scope.vault.open(businessId, tokenPlace(businessId, id), card.token_sealed);
    const provider = providerByName(scope.ports.payments, card.provider);
    const answer = await provider?.revokeCard({ token, email: card.email });
    if (answer && !answer.ok && answer.retry)
      throw new Error(`${card.provider} did not forget a card: ${answer.reason}`);
    await scope.transactFor(businessId, (ctx) => forgetToken(ctx, { businessId, id }));
  },
};
