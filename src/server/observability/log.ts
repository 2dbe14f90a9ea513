import { type DestinationStream, pino } from 'pino';
import type { Log } from '#server/kernel/scope.ts';
import { currentRequestContext } from './request-context.ts';

const MAX_CAUSES = 5;

/** The logged fields of an error. No others: a database error holds the values of its query. */
type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError };

/** The service's log, as lines of JSON. */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    // Adds the request context to every line.
    mixin: () => ({ ...currentRequestContext() }),
    redact: ['*.password', '*.pin', '*.token'],
    serializers: { err: (error: unknown) => serializeError(error) },
  };
  return to ? pino(options, to) : pino(options);
}

// Libraries sometimes throw or emit objects that are only shaped like an error.
const messageOf = (thrown: unknown): string | null => {
  const message = (thrown as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : null;
};

function serializeError(error: unknown, causes = MAX_CAUSES): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: messageOf(error) ?? 'Something that is no error was thrown' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const cause = error.cause !== undefined && causes > 0 ? serializeError(error.cause, causes - 1) : undefined;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code ? { code } : {}),
    ...(cause ? { cause } : {}),
  };
}
