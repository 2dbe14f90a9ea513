import type { ZodType } from 'zod';
import type { Filters } from '#contract/assistant.ts';
import { type Currency } from '#core/money.ts';
import type { ReadTool } from '#server/tools.ts';
import type { Scope } from '#server/scope.ts';
import { seen } from '../replies/plain.ts';
import { otherCurrency } from '../replies/words.ts';

/** What of the filters a tool takes; a value it refuses counts as not said. */
export function inputFor<I>(input: ZodType<I>, filters: Partial<Filters>): I {
  const whole = input.safeParse(filters);
  if (whole.success) return whole.data;
  const refused = new Set(whole.error.issues.map(({ path }) => path[0]));
  const rest = Object.entries(filters).filter(([key]) => !refused.has(key));
  return input.parse(Object.fromEntries(rest));
}

/** Texts of a filter as they are compared and told: on one line, without what cannot be seen. */
export function cleaned(filters: Filters): Filters {
  const { customerName, search, ...rest } = filters;
  const [name, words] = [customerName && seen(customerName), search && seen(search)];
  return { ...rest, ...(name ? { customerName: name } : {}), ...(words ? { search: words } : {}) };
}

/** Asks in the currency that was said; where none was, in the business's and in the other one. */
export async function inBoth<I, T>(
  tool: ReadTool<I, T>,
  scope: Scope,
  currency: Currency,
  filters: Filters,
): Promise<{ here: T; elsewhere: T | null }> {
  const input = inputFor(tool.input, filters);
  const here = await tool.read(scope, filters.currency ?? currency, input);
  if (filters.currency) return { here, elsewhere: null };
  return { here, elsewhere: await tool.read(scope, otherCurrency(currency), input) };
}
