import { HTTPException } from 'hono/http-exception';
import { AppError, errorStatuses } from '#core/errors.ts';
import { isUnreachable } from '#server/database/errors.ts';
import { FILES_UNREACHABLE } from '#server/kernel/ports/index.ts';
import type { System } from '#server/kernel/scope.ts';
import { isKeyError } from '#server/kernel/vault.ts';
import { emitEvent } from '#server/observability/events.ts';
import { currentRequestContext } from '#server/observability/request-context.ts';
import { jsonResponse } from './json-response.ts';

/** The response for a refusal or a temporary failure; null for an unexpected error. */
export function refusalOf(error: unknown, requestId: string, log: System['log']): AppError | null {
  if (error instanceof AppError) return error;
  return (
    frameworkRefusal(error) ??
    databaseRefusal(error, requestId, log) ??
    storageRefusal(error, requestId, log) ??
    keyRefusal(error)
  );
}

/** The one place where refusals and failures become answers. */
export function errorResponse(error: unknown, requestId: string, log: System['log']): Response {
  const known = refusalOf(error, requestId, log);
  if (!known) log.error({ err: error, requestId }, 'A request failed');
  const refusal = known ?? new AppError('internal', 'Something went wrong on our side. Please try again');
  emitEvent('refusal', { route: currentRequestContext()?.route ?? '*', code: refusal.code });
  const { errors = [], data, retryAfterSeconds } = refusal.details;
  const response = jsonResponse(
    JSON.stringify({
      status: 'error',
      message: refusal.message,
      code: refusal.code,
      errors,
      requestId,
      ...(data ? { data } : {}),
    }),
    errorStatuses[refusal.code],
  );
  if (retryAfterSeconds) response.headers.set('Retry-After', String(retryAfterSeconds));
  return response;
}

// Refusals of the framework itself, such as a form sent from another site.
function frameworkRefusal(error: unknown): AppError | null {
  const refused = error instanceof HTTPException && error.status < 500;
  return refused ? new AppError('bad_request', 'This request was not accepted') : null;
}

// Only a person can mend it, and `schedule/maintenance` logs it; requests that need nothing sealed go on.
function keyRefusal(error: unknown): AppError | null {
  if (!isKeyError(error)) return null;
  emitEvent('unreadable', { why: error instanceof Error ? error.message : '' });
  return new AppError(
    'unavailable',
    'Your protected details cannot be opened at the moment, so this does not work. Everything else does. We are told, and see to it',
    { retryAfterSeconds: 600 },
  );
}

// No disk space, or no way to the files: nothing was stored, and an operator has to look.
function storageRefusal(error: unknown, requestId: string, log: System['log']): AppError | null {
  const code = (error as { code?: unknown })?.code;
  if (typeof code !== 'string' || !['53100', 'ENOSPC', 'EDQUOT', FILES_UNREACHABLE].includes(code))
    return null;
  log.error({ err: error, requestId }, 'There is no room to keep things, or no way to where they are kept');
  return new AppError(
    'unavailable',
    'We cannot save anything at the moment. Please try again in a few minutes',
    {
      retryAfterSeconds: 30,
    },
  );
}

// Trouble of the database that a client may simply meet again later.
function databaseRefusal(error: unknown, requestId: string, log: System['log']): AppError | null {
  const code = (error as { code?: unknown })?.code;
  const passing = [
    '40001',
    '40P01',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    // A statement that took too long.
    '57014',
    // A transaction that did nothing for too long.
    '25P03',
    // It only follows another server since a moment ago.
    '25006',
    '08006',
    '08001',
    // All that a pooler refuses: no server behind it, no free connection, a server that went away.
    '08P01',
    'EPIPE',
  ];
  const isPassing =
    typeof code === 'string' ? passing.includes(code) || isUnreachable(code) : wasCutOff(error);
  if (!isPassing) return null;
  log.warn({ err: error, requestId }, 'The database did not do it, so the client was told to come back');
  return new AppError('unavailable', 'The service is busy. Please try again in a moment', {
    retryAfterSeconds: 2,
  });
}

// Errors without a code in the driver: a connection that ended during a query, and a pool timeout.
const wasCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  );
