import { dateIn, plusMs } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { spend } from '#server/requests.ts';
import type { Scope, SystemScope } from '#server/scope.ts';
import { forgetNobodys } from '../audit/commands.ts';
import { useCode } from '../identity/commands/two-factor.ts';
import { countingGuesses } from '../identity/flows.ts';
import { stepUp } from '../identity/flows/account.ts';
import { twoFactorIsOn } from '../identity/queries.ts';
import { eraseAccount, forgetFile, recordExport, requestDeletion } from './commands.ts';
import { dueDeletions, exportFiles, filesOfErased } from './queries.ts';
import { EXPORT_LIMIT, NOBODYS_KEPT_MS } from './rules.ts';
import { zipOf } from './zip.ts';

const AT_ONCE = 20;

/** Everything kept about the actor, as a ZIP that is made while it is downloaded. Throws 429 after ten in an hour. */
export async function exportData(scope: Scope): Promise<Response> {
  await spend(scope.db, 'export', EXPORT_LIMIT, scope.actor.userId, scope.now);
  await scope.transact(recordExport);
  const day = dateIn(scope.now);
  return new Response(zipOf(exportFiles(scope.db, scope.actor), scope.now), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="duewell-data-${day}.zip"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

/** Has the actor's account deleted after the days of grace: with the address typed out, the password, and the code where one is asked for. */
export async function askDeletion(
  scope: Scope,
  input: { password: string; code?: string | undefined; confirm: string },
): Promise<Date> {
  if (input.confirm !== scope.actor.email)
    throw fieldError('confirm', 'Type the e-mail address of your account');
  const account = await stepUp(scope, input.password);
  if (!(await twoFactorIsOn(scope.db, account.id))) return scope.transact(requestDeletion);
  const { code } = input;
  if (!code) throw new AppError('two_factor_required', 'Enter the code from your authenticator app');
  return countingGuesses(scope, account.email, () =>
    scope.transact(async (ctx) => {
      await useCode(ctx, account, code);
      return requestDeletion(ctx);
    }),
  );
}

/** Erases the accounts whose days of grace are over, and what else has reached the end of its time. */
export async function sweepAccounts(scope: SystemScope): Promise<void> {
  for (const { id } of await dueDeletions(scope.db, scope.now, AT_ONCE))
    await scope.transactAsSystem((ctx) => eraseAccount(ctx, id));
  // Bytes first: a row without bytes is tried again, bytes without a row would stay for ever.
  for (const file of await filesOfErased(scope.db)) {
    await scope.ports.files.remove(file.storage_key);
    await scope.transactAsSystem((ctx) => forgetFile(ctx, file));
  }
  await scope.transactAsSystem((ctx) => forgetNobodys(ctx, plusMs(scope.now, -NOBODYS_KEPT_MS)));
}
