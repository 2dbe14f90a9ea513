import { plusMs } from '#core/dates.ts';
import { AppError, notFound } from '#core/errors.ts';
import { newToken } from '#core/ids.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordOperator } from '#server/modules/audit/commands.ts';
import { tokenHash } from '#server/modules/identity/rules/tokens.ts';
import { newSecret } from '#server/modules/identity/rules/totp.ts';
import {
  isOperatorName,
  secretPlace,
  SESSION_MS,
  SETUP_MS,
  wrongCode,
  wrongLogIn,
  wrongSetup,
} from './rules.ts';

/** Makes an operator account and gives its one-time set-up secret. Throws 409 where the name is taken, 400 for an odd one. */
export async function addOperator(ctx: SystemCtx, name: string): Promise<string> {
  if (!isOperatorName(name))
    throw new AppError('bad_request', 'A name is 2 to 40 small letters, digits, dots and hyphens');
  const { secret, columns } = newSetup(ctx, name);
  const added = await ctx.tx
    .insertInto('operators')
    .values({ name, ...columns, created_at: ctx.now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  if (!added) throw new AppError('already_exists', `${name} is an operator already`);
  await recordOperator(ctx, `Operator account ${name} added`);
  return secret;
}

/** Takes password, authenticator and sessions of an operator away and gives a new set-up secret. Throws 404. */
export async function resetOperator(ctx: SystemCtx, name: string): Promise<string> {
  const { secret, columns } = newSetup(ctx, name);
  const reset = await ctx.tx
    .updateTable('operators')
    .set({ ...columns, last_step: 0 })
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  if (!reset) throw notFound('operator');
  await ctx.tx.deleteFrom('operator_sessions').where('operator', '=', name).execute();
  await recordOperator(ctx, `Operator account ${name} reset`);
  return secret;
}

/** Removes an operator account with its sessions. Throws 404. */
export async function removeOperator(ctx: SystemCtx, name: string): Promise<void> {
  const removed = await ctx.tx
    .deleteFrom('operators')
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound('operator');
  await recordOperator(ctx, `Operator account ${name} removed`);
}

function newSetup({ sealer, now }: SystemCtx, name: string) {
  const secret = newToken(20);
  const columns = {
    password_hash: null,
    secret_sealed: sealer.seal(newSecret(), secretPlace(name)),
    setup_hash: tokenHash(secret),
    setup_expires_at: plusMs(now, SETUP_MS),
  };
  return { secret, columns };
}

/** Uses a set-up secret up: sets the password and opens a session, whose token it gives. Throws where it was used meanwhile. */
export async function completeSetup(
  ctx: SystemCtx,
  {
    name,
    setupSecret,
    passwordHash,
    step,
  }: { name: string; setupSecret: string; passwordHash: string; step: number },
): Promise<string> {
  const done = await ctx.tx
    .updateTable('operators')
    .set({ password_hash: passwordHash, setup_hash: null, setup_expires_at: null })
    .where('name', '=', name)
    .where('setup_hash', '=', tokenHash(setupSecret))
    .where('setup_expires_at', '>', ctx.now)
    .returning('name')
    .executeTakeFirst();
  if (!done) throw wrongSetup();
  if (!(await consumeStep(ctx, name, step))) throw wrongCode();
  await recordOperator(ctx, `${name} set the account up`);
  return openSession(ctx, name);
}

/**
 * Opens a session after password and code were right, and gives its token. Throws where the code was used or the password
 * changed meanwhile.
 */
export async function signInOperator(
  ctx: SystemCtx,
  { name, passwordHash, step }: { name: string; passwordHash: string; step: number },
): Promise<string> {
  if (!(await consumeStep(ctx, name, step, passwordHash))) throw wrongLogIn();
  await recordOperator(ctx, `${name} signed in`);
  return openSession(ctx, name);
}

/** Records a wrong log-in with a name there is. */
export const recordWrongLogIn = (ctx: SystemCtx, name: string): Promise<void> =>
  recordOperator(ctx, `Wrong log-in as ${name}`);

async function consumeStep(
  { tx }: SystemCtx,
  name: string,
  step: number,
  passwordHash?: string,
): Promise<boolean> {
  const used = await tx
    .updateTable('operators')
    .set({ last_step: step })
    .where('name', '=', name)
    .where('last_step', '<', step)
    .$if(passwordHash !== undefined, (query) => query.where('password_hash', '=', passwordHash ?? ''))
    .returning('name')
    .executeTakeFirst();
  return used !== undefined;
}

async function openSession({ tx, now }: SystemCtx, operator: string): Promise<string> {
  const token = newToken();
  const row = { last_used_at: now, expires_at: plusMs(now, SESSION_MS), created_at: now };
  await tx
    .insertInto('operator_sessions')
    .values({ token_hash: tokenHash(token), operator, ...row })
    .execute();
  return token;
}

/** Ends a session. */
export async function signOutOperator(ctx: SystemCtx, { token, name }: { token: string; name: string }) {
  await ctx.tx.deleteFrom('operator_sessions').where('token_hash', '=', tokenHash(token)).execute();
  await recordOperator(ctx, `${name} signed out`);
}
