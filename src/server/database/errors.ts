/** Whether an error is the database's with such a code (SQLSTATE). */
export const hasCode = (error: unknown, code: string): boolean =>
  (error as { code?: unknown } | null)?.code === code;

/** Whether a system error code means that a server cannot be reached, or not any more. */
export const isUnreachable = (code: string): boolean => CODES.has(code);

const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ETIMEDOUT',
]);
