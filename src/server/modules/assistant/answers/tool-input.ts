import type { ZodType } from 'zod';
import type { Filters } from '#contract/assistant.ts';
import { type Currency, otherCurrency } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import type { Memory } from '../language/types.ts';
import { visibleText } from '../replies/escape.ts';
import { inOtherCurrency, paragraphs, type Totals } from '../replies/format.ts';

/** A read-only answer; `last` is the subject it found, for references in the next message. */
export type Answer = { text: string; last?: Partial<NonNullable<Memory['last']>> };

/**
 * The filters a tool accepts. A value it rejects counts as absent; texts are put on one line, without
 * invisible characters.
 */
export function toolInput<I>(input: ZodType<I>, filters: Partial<Filters>): I {
  const { customerName, search, ...rest } = filters;
  const [name, term] = [customerName && visibleText(customerName), search && visibleText(search)];
  const values = { ...rest, ...(name ? { customerName: name } : {}), ...(term ? { search: term } : {}) };
  const parsed = input.safeParse(values);
  if (parsed.success) return parsed.data;
  const invalid = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return input.parse(Object.fromEntries(Object.entries(values).filter(([key]) => !invalid.has(key))));
}

/** Reads in the requested currency; without one, in the business's and in the other one. */
export async function readBothCurrencies<I extends { currency?: Currency | undefined }, T>(
  tool: ReadTool<I, T>,
  scope: Scope,
  currency: Currency,
  input: I,
): Promise<{ here: T; elsewhere: T | null }> {
  const here = await tool.read(scope, input.currency ?? currency, input);
  if (input.currency) return { here, elsewhere: null };
  return { here, elsewhere: await tool.read(scope, otherCurrency(currency), input) };
}

type Reader = (scope: Scope, currency: Currency, filters: Filters) => Promise<Answer>;

/**
 * The answer of a tool, with a note of what there is in the other currency; where there is nothing in the usual one, the answer
 * is of the other. `noun` names one of what is counted.
 */
export const answerOf =
  <I extends { currency?: Currency | undefined }, T extends Totals>(
    tool: ReadTool<I, T>,
    text: (found: T, filters: Filters) => string,
    noun: string,
  ): Reader =>
  async (scope, currency, filters) => {
    const { here, elsewhere } = await readBothCurrencies(
      tool,
      scope,
      currency,
      toolInput(tool.input, filters),
    );
    if (!elsewhere || elsewhere.count === 0) return { text: text(here, filters) };
    if (here.count === 0) return { text: text(elsewhere, filters) };
    return { text: paragraphs(text(here, filters), inOtherCurrency(elsewhere, noun)) };
  };
