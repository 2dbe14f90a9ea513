import { AISDKError, APICallError, RetryError } from 'ai';

/** Why nothing came of a call. An error's own text may hold what was asked, so it goes no further than here. */
export type Failure = { ok: false; reason: string; retry: boolean };

export const failed = (reason: string, retry = false): Failure => ({ ok: false, reason, retry });

/** What an error of the SDK comes down to. `stopped` is the caller's own signal, `late` our clock's. */
export function failureOf(error: unknown, stopped: boolean, late: boolean): Failure {
  if (stopped) return failed('aborted');
  if (late) return failed('timeout', true);
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(last) && last.statusCode) {
    if (last.statusCode >= 400) return failed(`status_${last.statusCode}`, last.isRetryable);
    return failed('not_readable');
  }
  if (APICallError.isInstance(last)) return failed('unreachable', true);
  return failed(AISDKError.isInstance(last) ? 'not_readable' : 'broken_off', true);
}
