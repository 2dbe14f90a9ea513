import type { ZodType } from 'zod';
import type { Filters } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import { seen } from '../replies/plain.ts';
import { otherCurrency } from '../replies/words.ts';

/**
 * The filters a tool accepts. A value it rejects counts as absent; texts are put on one line, without
 * invisible characters.
 */
export function inputFor<I>(input: ZodType<I>, filters: Partial<Filters>): I {
  const { customerName, search, ...rest } = filters;
  const [name, words] = [customerName && seen(customerName), search && seen(search)];
  const said = { ...rest, ...(name ? { customerName: name } : {}), ...(words ? { search: words } : {}) };
  const whole = input.safeParse(said);
  if (whole.success) return whole.data;
  const refused = new Set(whole.error.issues.map(({ path }) => path[0]));
  return input.parse(Object.fromEntries(Object.entries(said).filter(([key]) => !refused.has(key))));
}

/** Reads in the requested currency; without one, in the business's and in the other one. */
export async function inBoth<I extends { currency?: Currency | undefined }, T>(
  tool: ReadTool<I, T>,
  scope: Scope,
  currency: Currency,
  input: I,
): Promise<{ here: T; elsewhere: T | null }> {
  const here = await tool.read(scope, input.currency ?? currency, input);
  if (input.currency) return { here, elsewhere: null };
  return { here, elsewhere: await tool.read(scope, otherCurrency(currency), input) };
}
