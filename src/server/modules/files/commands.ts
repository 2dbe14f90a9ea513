import { AppError } from '#core/errors.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActorEvent, recordBusinessEvent, recordOperator } from '#server/modules/audit/commands.ts';
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

const readers = { owner: '', link: ', by a link', operator: ', by an operator' } as const;

/** Records access to a KYC document before its bytes are sent. */
export async function recordDocumentRead(
  ctx: SystemCtx,
  file: FileRow,
  by: keyof typeof readers,
): Promise<void> {
  if (file.purpose !== 'kyc') return;
  await recordBusinessEvent(ctx, file.business_id, 'document_read', `${file.name}${readers[by]}`);
}

/** Records that an operator, by name or by command, read a KYC document: in the operators' trail and in its owner's. */
export async function recordDocumentReview(ctx: SystemCtx, file: FileRow, operator: string): Promise<void> {
  await recordDocumentRead(ctx, file, 'operator');
  await recordOperator(ctx, `${operator ? `${operator} read` : 'Read'} ${file.id} of ${file.business_id}`);
}

/** Throws 413 when one more file of this size (bytes) is too much. */
export function enforceQuota(used: { files: number; bytes: number }, size: number): void {
  if (used.files >= MAX_FILES) throw new AppError('too_large', `You can keep up to ${MAX_FILES} files`);
  if (used.bytes + size > MAX_TOTAL_BYTES)
    throw new AppError('too_large', 'You can keep up to 500 MB of files');
}
