import type { ModelLimits } from '#server/kernel/ports/index.ts';
import { type Failure, failureOf } from './failure.ts';

/** Runs under the caller's signal and the time limit; errors, also late ones, become a reason. */
export async function withinLimits<T>(
  { timeoutMs, signal }: ModelLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | Failure> {
  const clock = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, clock]) : clock;
  const ended = new Promise<never>((_, reject) => {
    if (either.aborted) reject(either.reason as Error);
    either.addEventListener('abort', () => reject(either.reason as Error), { once: true });
  });
  try {
    // A tool or a server that never answers must not delay the caller past the deadline.
    return await Promise.race([work(either), ended]);
  } catch (error) {
    return failureOf(error, signal?.aborted ?? false, clock.aborted);
  }
}
