import { AISDKError, APICallError, RetryError } from 'ai';

/** Reasons a call failed. An error's own text may hold user input, so it goes no further than here. */
export type Failure = { ok: false; reason: string; retry: boolean };

export const failed = (reason: string, retry = false): Failure => ({ ok: false, reason, retry });

/** Classifies an error of the SDK. `stopped`: the caller's own signal, `timedOut`: our deadline. */
export function failureOf(error: unknown, stopped: boolean, timedOut: boolean): Failure {
  if (stopped) return failed('aborted');
  if (timedOut) return failed('timeout', true);
  const last = RetryError.isInstance(error) ? error.lastError : error;
  if (APICallError.isInstance(last) && last.statusCode) {
    if (last.statusCode >= 400) return failed(`status_${last.statusCode}`, last.isRetryable);
    return failed('not_readable');
  }
  if (APICallError.isInstance(last)) return failed('unreachable', true);
  return failed(AISDKError.isInstance(last) ? 'not_readable' : 'broken_off', true);
}
