import { AppError } from '#core/errors.ts';
import type { Limit } from '#server/config/limits.ts';
import { AFTER_THE_ANSWER } from '#server/kernel/jobs.ts';
import { consumeLimit, releaseLimit } from '#server/kernel/rate-limits.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import { isKnownBrowser } from '../queries/browsers.ts';
import { tokenHash } from '../rules/tokens.ts';

/** Login attempt: the account by its address, the browser by its cookie. */
export type LoginAttempt = { email: string; browser: string };

/** A counter of wrong credentials: how many of a subject are let through. */
export type CredentialCounter = { name: string; limit: Limit; subject: string };

/**
 * Runs work that checks a password or code under rate limits. Unknown browsers share the limits of the
 * account and of their IP address; known browsers have their own, so that no stranger can exhaust them.
 * Throws 429 past a limit.
 */
export async function withLoginLimit<T>(
  scope: SystemScope,
  attempt: LoginAttempt,
  work: () => Promise<T>,
): Promise<T> {
  const isKnown = await isKnownBrowser(scope.db, attempt);
  return withCredentialLimits(scope, countersOf(scope, attempt, isKnown), work, async (used) => {
    if (used === scope.config.limits.login.max) await reportThrottled(scope, attempt.email);
  });
}

/**
 * Runs work under counters of wrong credentials. Counted before and released unless the credential was wrong, so that
 * parallel attempts cannot slip past; `onWrong` is told how many of the first counter are used. Throws 429 past a limit.
 */
export async function withCredentialLimits<T>(
  scope: SystemScope,
  counters: CredentialCounter[],
  work: () => Promise<T>,
  onWrong: (used: number) => Promise<void> = async () => {},
): Promise<T> {
  const used = await consumeAll(scope, counters);
  try {
    const result = await work();
    await releaseAll(scope, counters);
    return result;
  } catch (error) {
    if (isWrongCredential(error)) await onWrong(used);
    else await releaseAll(scope, counters);
    throw error;
  }
}

function countersOf(
  scope: SystemScope,
  { email, browser }: LoginAttempt,
  isKnown: boolean,
): CredentialCounter[] {
  const { login, loginAddress } = scope.config.limits;
  if (isKnown)
    return [{ name: 'login', limit: login, subject: `${email} ${tokenHash(browser).slice(0, 16)}` }];
  return [
    { name: 'login', limit: login, subject: email },
    { name: 'login-address', limit: loginAddress, subject: scope.clientAddress },
  ];
}

/** Returns how many attempts of the first counter were used, this one included. */
async function consumeAll(scope: SystemScope, counters: CredentialCounter[]): Promise<number> {
  const consumed: CredentialCounter[] = [];
  let used = 0;
  try {
    for (const counter of counters) {
      const now = await consumeLimit(scope.db, counter.name, counter.limit, counter.subject, scope.now);
      if (consumed.length === 0) used = now;
      consumed.push(counter);
    }
  } catch (error) {
    await releaseAll(scope, consumed);
    throw error;
  }
  return used;
}

async function releaseAll(scope: SystemScope, counters: CredentialCounter[]): Promise<void> {
  for (const { name, limit, subject } of counters)
    await releaseLimit(scope.db, name, limit, subject, scope.now);
}

const reportThrottled = (scope: SystemScope, email: string): Promise<void> =>
  scope.transactAsSystem(async (ctx) => ctx.enqueue(jobs.slowed, { email }, AFTER_THE_ANSWER));

const isWrongCredential = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'invalid_credentials' || error.code === 'wrong_code');
