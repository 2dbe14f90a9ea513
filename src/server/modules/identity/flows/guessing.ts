import { AppError } from '#core/errors.ts';
import type { Limit } from '#server/config/limits.ts';
import { giveBack, spend } from '#server/kernel/requests.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { jobs } from '../jobs.ts';
import { isKnownBrowser } from '../queries/browsers.ts';
import { tokenHash } from '../rules.ts';

/** Login attempt: the account by its address, the browser by its cookie. */
export type Guesser = { email: string; browser: string };

type Counter = { name: string; limit: Limit; subject: string };

/**
 * Runs work that checks a password or code under rate limits. Counted before and released unless the
 * credential was wrong, so that parallel attempts cannot slip past. Unknown browsers share the limits of the
 * account and of their IP address; known browsers have their own, so that no stranger can exhaust them.
 * Throws 429 past a limit.
 */
export async function countingGuesses<T>(
  scope: SystemScope,
  guesser: Guesser,
  work: () => Promise<T>,
): Promise<T> {
  const known = await isKnownBrowser(scope.db, guesser);
  const counters = countersOf(scope, guesser, known);
  const used = await spendAll(scope, counters);
  try {
    const result = await work();
    await giveBackAll(scope, counters);
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await giveBackAll(scope, counters);
    else if (used === scope.config.limits.login.max) await noteSlowed(scope, guesser.email);
    throw error;
  }
}

function countersOf(scope: SystemScope, { email, browser }: Guesser, known: boolean): Counter[] {
  const { login, loginAddress } = scope.config.limits;
  if (known) return [{ name: 'login', limit: login, subject: `${email} ${tokenHash(browser).slice(0, 16)}` }];
  return [
    { name: 'login', limit: login, subject: email },
    { name: 'login-address', limit: loginAddress, subject: scope.clientAddress },
  ];
}

/** Returns how many attempts of the account were used, this one included. */
async function spendAll(scope: SystemScope, counters: Counter[]): Promise<number> {
  const spent: Counter[] = [];
  let used = 0;
  try {
    for (const counter of counters) {
      const now = await spend(scope.db, counter.name, counter.limit, counter.subject, scope.now);
      if (spent.length === 0) used = now;
      spent.push(counter);
    }
  } catch (error) {
    await giveBackAll(scope, spent);
    throw error;
  }
  return used;
}

async function giveBackAll(scope: SystemScope, counters: Counter[]): Promise<void> {
  for (const { name, limit, subject } of counters) await giveBack(scope.db, name, limit, subject, scope.now);
}

const noteSlowed = (scope: SystemScope, email: string): Promise<void> =>
  scope.transactAsSystem((ctx) => ctx.enqueue(jobs.slowed, { email }));

const isWrongGuess = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'invalid_credentials' || error.code === 'wrong_code');
