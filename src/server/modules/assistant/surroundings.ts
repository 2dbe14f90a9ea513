import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { withWordInName } from '#server/modules/customers/queries/named.ts';
import { nameWords } from '#server/modules/customers/rules.ts';
import { todayFor } from '#server/modules/invoices/queries.ts';
import type { Surroundings } from './language/understanding.ts';

const MOST_WORDS = 200;
const MOST_NAMES = 100;

/** Facts about the business that help to interpret a message. */
export async function surroundingsOf(scope: Scope, currency: Currency, text: string): Promise<Surroundings> {
  const { businessId } = scope.actor;
  const known = await withWordInName(scope.db, businessId, nameWords(text).slice(0, MOST_WORDS));
  return {
    today: await todayFor(scope.db, businessId, scope.now),
    currency,
    taxRate: 0,
    knownNames: known.slice(0, MOST_NAMES).map(({ name }) => name),
  };
}
