import type { Currency } from '#core/money.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import { customersWithNameWords } from '#server/modules/customers/queries/by-name.ts';
import { nameWords } from '#server/modules/customers/rules/names.ts';

import type { BusinessContext } from './language/types.ts';

const MAX_WORDS = 200;
const MAX_NAMES = 100;

/** Facts about the business that help to interpret a message. */
export async function loadBusinessContext(
  scope: Scope,
  currency: Currency,
  text: string,
): Promise<BusinessContext> {
  const { businessId } = scope.actor;
  const customers = await customersWithNameWords(scope.db, businessId, nameWords(text).slice(0, MAX_WORDS));
  return {
    today: todayOf(scope),
    currency,
    taxRate: 0,
    knownNames: customers.slice(0, MAX_NAMES).map(({ name }) => name),
  };
}
