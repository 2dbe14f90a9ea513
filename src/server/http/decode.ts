import * as z from 'zod/mini';
import type { Endpoint, Schema } from '#contract/endpoint.ts';
import { AppError, type FieldError } from '#core/errors.ts';

type Texts = Record<string, string>;

/** Nobody reads more, and a list of nothing but mistakes is no reason for a long answer. */
const MOST_ERRORS = 100;

/** The decoded parameters of the path. Its refusals are those of a record that is not there. */
export function decodeParams({ params: schema }: Endpoint, params: Texts): unknown {
  if (!schema) return undefined;
  const parsed = isStorable(params) ? z.safeParse(schema, params) : null;
  if (parsed?.success) return parsed.data;
  const currencyWrong = parsed?.error.issues.some((issue) => issue.path[0] === 'currency');
  throw currencyWrong
    ? new AppError('unknown_currency', 'We do not keep that currency')
    : new AppError('not_found', 'We could not find that record');
}

export function decodeQuery({ query: schema }: Endpoint, query: Texts): unknown {
  if (!schema) return undefined;
  if (!isStorable(query)) throw new AppError('invalid_input', 'The address has characters we cannot read');
  return decode(schema, query);
}

export function decodeBody({ body: schema, bodyOptional }: Endpoint, body: unknown): unknown {
  if (!schema || (bodyOptional && body === undefined)) return undefined;
  return decode(schema, body ?? {});
}

// The answer names the fields and the messages, never the values: they may be passwords or PINs.
function decode(schema: Schema, value: unknown): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const errors: FieldError[] = parsed.error.issues.slice(0, MOST_ERRORS).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw new AppError('invalid_input', errors[0]?.message ?? 'Please check what you entered', { errors });
}

const isStorable = (texts: Texts): boolean =>
  Object.values(texts).every((text) => text.isWellFormed() && !text.includes('\u0000'));
