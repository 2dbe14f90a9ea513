import { dateIn, plusMs } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import type { Scope, SystemScope } from '#server/kernel/scope.ts';
import { purgeUnknownSignIns } from '#server/modules/audit/commands.ts';
import { requireProof } from '#server/modules/identity/flows/step-up.ts';
import { withCode } from '#server/modules/identity/flows/two-factor.ts';
import { twoFactorIsOn } from '#server/modules/identity/queries/accounts.ts';
import { deleteFileRow, eraseAccount, recordExport, requestDeletion } from '../commands/deletion.ts';
import { dueDeletions, filesOfErased } from '../queries/deletion.ts';
import { EXPORT_LIMIT, UNKNOWN_SIGN_INS_RETENTION_MS } from '../rules/export.ts';
import { writeArchive } from './archive.ts';

const BATCH_SIZE = 20;

/** All stored data of the actor and the business as a ZIP. Needs step-up. Throws 429 after ten an hour. */
export async function exportData(scope: Scope): Promise<Response> {
  await requireProof(scope);
  await consumeLimit(scope.db, 'export', EXPORT_LIMIT, scope.actor.userId, scope.now);
  await scope.transact(recordExport);
  const day = dateIn(scope.now);
  const archive = await scope.lateReads.run('export', scope.actor.businessId, (db) =>
    writeArchive(scope, db, scope.actor),
  );
  return new Response(archive.read(), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="duewell-data-${day}.zip"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

/**
 * Requests deletion of the actor's account; needs the typed address and step-up, with two-factor on the code.
 */
export async function requestAccountDeletion(
  scope: Scope,
  input: { password?: string | undefined; code?: string | undefined; confirm: string },
): Promise<Date> {
  if (input.confirm !== scope.actor.email)
    throw fieldError('confirm', 'Type the email address of your account');
  const { password, code } = input;
  if (await twoFactorIsOn(scope.db, scope.actor.userId)) {
    if (!code) throw new AppError('two_factor_required', 'Enter the code from your authenticator app');
    return withCode(scope, 'delete_account', { password, code }, requestDeletion);
  }
  await requireProof(scope, password, 'delete_account');
  return scope.transact(requestDeletion);
}

/** Erases accounts past their grace period, and data past its retention. */
export async function deleteDueAccounts(scope: SystemScope): Promise<void> {
  for (const { id } of await dueDeletions(scope.db, scope.now, BATCH_SIZE))
    await scope.transactAsSystem((ctx) => eraseAccount(ctx, id, scope.data));
  // Bytes first: a row without bytes is tried again, bytes without a row would stay for ever.
  for (const file of await filesOfErased(scope.db)) {
    await scope.ports.files.remove(file.storage_key);
    await scope.transactAsSystem((ctx) => deleteFileRow(ctx, file));
  }
  await scope.transactAsSystem((ctx) =>
    purgeUnknownSignIns(ctx, plusMs(scope.now, -UNKNOWN_SIGN_INS_RETENTION_MS)),
  );
}
