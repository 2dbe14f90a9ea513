import type { Call, Reply } from '../serve.ts';

export const succeeded = (message: string, data: unknown, meta?: unknown, status = 200): Reply => ({
  status,
  body: { status: true, message, data, ...(meta === undefined ? {} : { meta }) },
});

export const failed = (message: string, code: string, nextStep: string, status = 400): Reply => ({
  status,
  body: { status: false, message, meta: { nextStep }, type: 'validation_error', code },
});

export const missing = (what: string): Reply =>
  failed(`${what} is required`, 'missing_params', 'Provide all required params');
export const invalid = (what: string): Reply =>
  failed(`${what} is invalid`, 'invalid_params', 'Ensure that the value of every param is correct');

/** The authorisation check comes before any other answer. */
export function whyUnauthorised(call: Call, key: string): Reply | null {
  const given = call.headers.get('authorization');
  if (given === `Bearer ${key}`) return null;
  return failed(
    given ? 'Invalid key' : 'No Authorization Header was found',
    'invalid_Key',
    'Ensure that you provide the correct authorization key for the request',
    401,
  );
}

/** The body of a call, with what is wrong with any field; unknown ones are let be, as Paystack does. */
export function bodyOf(call: Call): Record<string, unknown> | null {
  if (!call.headers.get('content-type')?.startsWith('application/json')) return null;
  try {
    const value: unknown = JSON.parse(call.raw.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 100;

/** One page of a list, newest first, within `from` and `to`, with the offset meta of most lists. */
export function pageOf<T extends { id: number }>(call: Call, rows: readonly T[], at: (row: T) => Date) {
  const { query } = call;
  const size = Math.min(
    Number(query.get('perPage') ?? query.get('per_page') ?? DEFAULT_PAGE) || DEFAULT_PAGE,
    LARGEST_PAGE,
  );
  const page = Number(query.get('page') ?? 1) || 1;
  const from = Date.parse(query.get('from') ?? '') || Number.NEGATIVE_INFINITY;
  const to = Date.parse(query.get('to') ?? '') || Number.POSITIVE_INFINITY;
  const within = rows
    .filter((row) => at(row).getTime() >= from && at(row).getTime() <= to)
    .toSorted((a, b) => b.id - a.id);
  const skipped = (page - 1) * size;
  return {
    items: within.slice(skipped, skipped + size),
    meta: { total: within.length, skipped, perPage: size, page, pageCount: Math.ceil(within.length / size) },
  };
}
