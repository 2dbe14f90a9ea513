import { AppError } from '#core/errors.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActorEvent, recordBusinessEvent } from '#server/modules/audit/commands.ts';
import { usageOf } from './queries.ts';
import { MAX_FILES, MAX_TOTAL_BYTES } from './rules.ts';
import type { FileRow } from './table.ts';

/**
 * Records a stored file. Throws 413 over the business's quota, 503 when its encryption key was retired
 * meanwhile.
 */
export async function recordFile(ctx: Ctx, file: FileRow): Promise<FileRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  enforceQuota(await usageOf(ctx.tx, ctx.actor.businessId), file.size);
  if (file.purpose === 'kyc') await recordActorEvent(ctx, 'document_added', file.name);
  if (file.key_id !== null && !(await ctx.vault.holds(file.key_id)))
    throw new AppError('unavailable', 'That file could not be kept. Please upload it again');
  return ctx.tx.insertInto('files').values(file).returningAll().executeTakeFirstOrThrow();
}

/** Records access to a KYC document before its bytes are sent. */
export async function recordDocumentRead(ctx: SystemCtx, file: FileRow, by: 'owner' | 'link'): Promise<void> {
  if (file.purpose !== 'kyc') return;
  await recordBusinessEvent(
    ctx,
    file.business_id,
    'document_read',
    by === 'link' ? `${file.name}, by a link` : file.name,
  );
}

/** Throws 413 when one more file of this size (bytes) is too much. */
export function enforceQuota(used: { files: number; bytes: number }, size: number): void {
  if (used.files >= MAX_FILES) throw new AppError('too_large', `You can keep up to ${MAX_FILES} files`);
  if (used.bytes + size > MAX_TOTAL_BYTES)
    throw new AppError('too_large', 'You can keep up to 500 MB of files');
}
