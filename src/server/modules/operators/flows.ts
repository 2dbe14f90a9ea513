import { plusMs } from '#core/dates.ts';
import { hashSecret, secretMatches } from '#server/crypto/hashing.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { withCredentialLimits } from '#server/modules/identity/flows/login-limits.ts';
import { tokenHash } from '#server/modules/identity/rules/tokens.ts';
import { matchingStep, otpauthUri } from '#server/modules/identity/rules/totp.ts';
import { completeSetup, recordWrongLogIn, signInOperator } from './commands.ts';
import { type Operator, operatorByName, operatorInSetup, operatorSession } from './queries.ts';
import {
  ATTEMPTS,
  isOperatorName,
  operatorName,
  requireStrongPassword,
  secretPlace,
  TOUCH_EVERY_MS,
  wrongCode,
  wrongLogIn,
  wrongSetup,
} from './rules.ts';

/** Credentials as they were typed. */
export type LogIn = { name: string; password: string; code: string };
export type Setup = { name: string; setupSecret: string };

/**
 * Signs an operator in and gives the session's token. What was wrong is not told, and an unknown name takes as long as a wrong
 * password. Throws 401, 429 beyond the attempts.
 */
export function logInOperator(scope: SystemScope, { name: typed, password, code }: LogIn): Promise<string> {
  const name = operatorName(typed);
  return underAttempts(scope, name, async () => {
    const operator = isOperatorName(name) ? await operatorByName(scope.db, name) : null;
    const passwordHash = operator?.password_hash ?? null;
    const same = await secretMatches(passwordHash, password);
    const step = operator && stepOfCode(scope, operator, code);
    if (operator && passwordHash !== null && same && step)
      return scope.transactAsSystem((ctx) => signInOperator(ctx, { name, passwordHash, step }));
    if (operator) await scope.transactAsSystem((ctx) => recordWrongLogIn(ctx, name));
    throw wrongLogIn();
  });
}

/** The authenticator's secret for somebody with a set-up secret, and its address for the QR code. Throws 401, 429. */
export function beginSetup(scope: SystemScope, setup: Setup): Promise<{ secret: string; address: string }> {
  const name = operatorName(setup.name);
  return underAttempts(scope, name, async () => {
    const secret = secretOf(scope, await inSetup(scope, { ...setup, name }));
    return { secret, address: otpauthUri(secret, `operator ${name}`) };
  });
}

/**
 * Uses the set-up secret up with a password and a code of the authenticator, and gives the token of a session. Throws 401, 422
 * for the password or the code, 429.
 */
export function finishSetup(
  scope: SystemScope,
  { password, code, ...setup }: Setup & LogIn,
): Promise<string> {
  const name = operatorName(setup.name);
  return underAttempts(scope, name, async () => {
    const operator = await inSetup(scope, { ...setup, name });
    requireStrongPassword(password);
    const step = stepOfCode(scope, operator, code);
    if (!step) throw wrongCode();
    const passwordHash = await hashSecret(password);
    const { setupSecret } = setup;
    return scope.transactAsSystem((ctx) => completeSetup(ctx, { name, setupSecret, passwordHash, step }));
  });
}

/** Name of the signed-in operator, or null. Writes the session's last use now and then. */
export async function operatorOf(scope: SystemScope, token: string): Promise<string | null> {
  const { db, now } = scope;
  const session = await operatorSession(db, token, now);
  if (!session) return null;
  if (session.lastUsedAt <= plusMs(now, -TOUCH_EVERY_MS))
    await db
      .updateTable('operator_sessions')
      .set({ last_used_at: now })
      .where('token_hash', '=', tokenHash(token))
      .execute();
  return session.operator;
}

const underAttempts = <T>(scope: SystemScope, name: string, work: () => Promise<T>): Promise<T> =>
  withCredentialLimits(
    scope,
    [
      { ...ATTEMPTS.address, subject: scope.clientAddress },
      { ...ATTEMPTS.name, subject: tokenHash(name) },
    ],
    work,
  );

async function inSetup(scope: SystemScope, setup: Setup): Promise<Operator> {
  const operator = isOperatorName(setup.name) ? await operatorInSetup(scope.db, setup, scope.now) : null;
  if (!operator) throw wrongSetup();
  return operator;
}

const secretOf = ({ sealer }: SystemScope, { name, secret_sealed }: Operator): string =>
  sealer.open(secret_sealed, secretPlace(name));

function stepOfCode(scope: SystemScope, operator: Operator, code: string): number | null {
  const digits = code.replace(/[\s-]/g, '');
  return matchingStep(secretOf(scope, operator), digits, scope.now, operator.last_step);
}
