import type { SystemScope } from '#server/kernel/scope.ts';
import { fileEntry } from '#server/modules/account/rules/format.ts';
import { openArchive, UnusableArchive } from './archive.ts';
import { loadRecords, type NewOwner, occupiedTable } from './load.ts';

type Imported = { businessId: string; rows: Record<string, number>; files: number };

/**
 * Loads an export into an empty instance: every checksum first, then everything at once. An interrupted run
 * leaves no record behind, and can be repeated.
 */
export async function importBusiness(
  scope: SystemScope,
  path: string,
  owner: NewOwner = null,
): Promise<Imported> {
  const occupied = await occupiedTable(scope.db);
  if (occupied) throw new UnusableArchive(`This instance is not empty: there are records in ${occupied}`);
  const archive = await openArchive(path);
  const storedFiles: string[] = [];
  try {
    const { businessId, entries } = archive.manifest;
    for (const entry of entries) for await (const _ of archive.read(entry)) continue;
    const rows = await loadRecords(scope, archive, owner, storedFiles);
    const files = entries.filter(({ name }) => name.startsWith(fileEntry(''))).length;
    return { businessId, rows, files };
  } catch (error) {
    // Where it is not known whether the records are there, the bytes stay.
    if ((await occupiedTable(scope.db)) === null)
      for (const key of storedFiles) await scope.ports.files.remove(key);
    throw error;
  } finally {
    await archive.close();
  }
}
