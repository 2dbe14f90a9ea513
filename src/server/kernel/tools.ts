import type { ZodType } from 'zod';
import type { Currency } from '#core/money.ts';
import type { Ctx, Scope } from './scope.ts';

/** Something the assistant may look up, with the owner's rights and no more. `I` is the same whoever asks: words or a model. */
export type ReadTool<I, T> = {
  description: string;
  input: ZodType<I>;
  read(scope: Scope, currency: Currency, input: I): Promise<T>;
};

/**
 * Something the assistant may propose. `prepare` works out exactly what would be done and changes nothing; what it answers is
 * shown, kept and signed. `carryOut` does that and nothing else, in the transaction that uses the proposal up; it refuses
 * (`proposal_outdated`) when what was shown is no longer so.
 */
export type WriteTool<I, A, W, D> = {
  description: string;
  input: ZodType<I>;
  /** What is done; plain JSON. */
  arguments: ZodType<A>;
  /** `why` tells what stands in the way, such as no record or several of that name. */
  prepare(
    scope: Scope,
    currency: Currency,
    input: I,
  ): Promise<{ ok: true; arguments: A } | { ok: false; why: W }>;
  carryOut(ctx: Ctx, currency: Currency, args: A): Promise<D>;
};
