import type { ModelLimits } from '#server/kernel/ports/index.ts';
import { type Failure, failureOf } from './failure.ts';

/** Runs under the caller's signal and the time limit; errors, also late ones, become a reason. */
export async function withinLimits<T>(
  { timeoutMs, signal }: ModelLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | Failure> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const combined = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const aborted = new Promise<never>((_, reject) => {
    if (combined.aborted) reject(combined.reason as Error);
    combined.addEventListener('abort', () => reject(combined.reason as Error), { once: true });
  });
  try {
    // A tool or a server that never answers must not delay the caller past the deadline.
    return await Promise.race([work(combined), aborted]);
  } catch (error) {
    return failureOf(error, signal?.aborted ?? false, timeout.aborted);
  }
}
