import * as z from 'zod/mini';
import { ApiError } from '#contract/client.ts';
import type { Schema } from '#contract/endpoint.ts';

const UNNAMED = 'Invalid input';
const REQUIRED = 'This field is required';

/** Messages by path: `email`, `items.0.rate`. */
export type Errors<T> = {
  [path in (keyof T & string) | `${keyof T & string}.${string}`]?: string | undefined;
};

/** A schema of the contract, or a function for rules that no schema holds. */
export type Rules<T> = Schema | ((values: T) => Errors<T>);

/**
 * The first objection to each path. Forms hold decoded values (amounts in minor units, dates as `YYYY-MM-DD`), which are
 * what `call` takes; so a schema is run from there towards the wire.
 */
export function errorsIn<T>(rules: Rules<T>, values: T): Errors<T> {
  if (typeof rules === 'function') return rules(values);
  const errors: Record<string, string> = {};
  for (const { path, message } of z.safeEncode(rules, values).error?.issues ?? [])
    errors[path.join('.')] ??= message === UNNAMED ? REQUIRED : message;
  return errors as Errors<T>;
}

/** The field errors of a refusal; none where it named no field. */
export function errorsOf<T>(error: unknown): Errors<T> {
  const named = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(named.map(({ path, message }) => [path, message])) as Errors<T>;
}

export const hasErrors = (errors: object): boolean => Object.values(errors).some(Boolean);

/** Without the errors at these paths and below them. */
export function without<T>(errors: Errors<T>, paths: readonly string[]): Errors<T> {
  const left = Object.entries(errors).filter(
    ([path]) => !paths.some((other) => path === other || path.startsWith(`${other}.`)),
  );
  return Object.fromEntries(left) as Errors<T>;
}

/** The errors that are still true; none is new. */
export function stillTrue<T>(before: Errors<T>, now: Errors<T>): Errors<T> {
  const still = Object.entries(now).filter(([path]) => before[path as keyof Errors<T>]);
  return Object.fromEntries(still) as Errors<T>;
}
