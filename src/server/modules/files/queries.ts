import { fieldError } from '#core/errors.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { fileIdOf } from './rules.ts';
import type { FileRow } from './table.ts';

/** A file by its id, whoever owns it: the caller decides who may read it. */
export async function fileById(db: Db, id: string): Promise<FileRow | null> {
  return (await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The file of a business a reference names; null where it names none of its files. */
export async function fileOfReference(
  db: Db | Tx,
  businessId: string,
  reference: string,
): Promise<FileRow | null> {
  const id = fileIdOf(reference);
  if (!id) return null;
  const row = await db
    .selectFrom('files')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Refuses an upload that is to stand beside a record: another's, made for another purpose, or gone. Throws 422 on the field named
 * as its purpose.
 */
export async function requireUpload(
  { tx, actor }: Ctx,
  purpose: 'slip' | 'certificate',
  id: string | null | undefined,
): Promise<void> {
  if (!id) return;
  const file = await fileOfReference(tx, actor.businessId, id);
  if (file?.id !== id || file.purpose !== purpose) throw fieldError(purpose, 'Choose the file again');
}

/** How many files a business keeps, and their bytes. */
export async function usageOf(db: Db, businessId: string): Promise<{ files: number; bytes: number }> {
  const row = await db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll().as('files'), eb.fn.sum<string | null>('size').as('bytes')])
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), bytes: Number(row.bytes ?? 0) };
}
