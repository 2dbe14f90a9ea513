import { settlementFinder } from '#core/bank-statement/matching/settlements.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { providerByName } from '#server/kernel/providers.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { settlementsOf } from '../queries/books.ts';

/** Finds lines of the business's payment providers, by their titles. */
export async function providerFinder(
  scope: Scope,
  currency: Currency,
  days: { from: CalendarDate; to: CalendarDate },
) {
  const settled = await settlementsOf(scope.db, scope.actor.businessId, currency, days);
  const titleOf = (name: string) => providerByName(scope.ports.payments, name)?.title ?? name;
  return settlementFinder(settled.map((one) => ({ ...one, senders: one.senders.map(titleOf) })));
}
