import * as z from 'zod';
import { isCalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { Ctx, Scope } from './scope.ts';

/** A day as a tool takes it; PostgreSQL has no year 0. */
export const dayInput = z
  .string()
  .refine((text) => isCalendarDate(text) && text > '0001', 'Give a date as YYYY-MM-DD')
  .describe('YYYY-MM-DD');

/**
 * A read tool of the assistant, with the owner's rights and no more. `I` is the same for the rule-based
 * parser and a model.
 */
export type ReadTool<I, T> = {
  description: string;
  input: z.ZodType<I>;
  read(scope: Scope, currency: Currency, input: I): Promise<T>;
};

/**
 * An action the assistant may propose. `prepare` works out exactly what would be done and changes nothing;
 * its result is shown, stored and signed. `carryOut` does that and nothing else, in the transaction that
 * consumes the proposal; it refuses (`proposal_outdated`) when the shown state has changed.
 */
export type WriteTool<I, A, W, D> = {
  description: string;
  input: z.ZodType<I>;
  /** The action's arguments; plain JSON. */
  arguments: z.ZodType<A>;
  /** `why` explains the obstacle, such as no record or several of that name. */
  prepare(
    scope: Scope,
    currency: Currency,
    input: I,
  ): Promise<{ ok: true; arguments: A } | { ok: false; why: W }>;
  carryOut(ctx: Ctx, currency: Currency, args: A): Promise<D>;
};
