import { sql } from 'kysely';
import { newId } from '#core/ids.ts';
import type { SystemScope } from '#server/kernel/scope.ts';

const BATCH_SIZE = 200;
const TIME_LETTERS = 'fil_'.length + 10;

type Due = { id: string; storage_key: string };

/** KYC documents that no profile names: uploaded, then replaced or abandoned. */
export const abandonedKycDocuments = (scope: SystemScope, before: Date): Promise<number> =>
  removeFiles(
    scope,
    sql`f.purpose = 'kyc' and f.created_at < ${before} and not exists (
    select 1 from business_profiles b where b.business_id = f.business_id
      and concat_ws(' ', b.kyc_cac, b.kyc_valid_id, b.kyc_utility_bill, b.kyc_bank_statement) like '%' || f.id || '%')`,
  );

/** Slips and tax certificates uploaded for a record that was never saved. */
export const abandonedProofs = (scope: SystemScope, before: Date): Promise<number> =>
  removeFiles(
    scope,
    sql`f.purpose in ('slip', 'certificate') and f.created_at < ${before}
      and not exists (select 1 from payments p where p.business_id = f.business_id and p.slip_file_id = f.id)
      and not exists (select 1 from payment_claims c where c.business_id = f.business_id and c.slip_file_id = f.id)
      and not exists (select 1 from withholdings w where w.business_id = f.business_id and w.certificate_file_id = f.id)`,
  );

/** Pictures sent to the assistant; what was read from them stays in the conversation. */
export const chatPictures = (scope: SystemScope, before: Date): Promise<number> =>
  removeFiles(scope, sql`f.purpose in ('invoice', 'attachment') and f.created_at < ${before}`);

async function removeFiles(scope: SystemScope, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } =
    await sql<Due>`select f.id, f.storage_key from files f where ${which} limit ${sql.lit(BATCH_SIZE)}`.execute(
      scope.db,
    );
  // Bytes first: a row without bytes is tried again, bytes without a row would stay.
  for (const { id, storage_key: key } of rows) {
    await scope.ports.files.remove(key);
    await scope.transactAsSystem(async ({ tx }) => {
      await sql`update thread_messages set image = null from files f
        where f.id = ${id} and thread_messages.business_id = f.business_id and thread_messages.image->>'imagePath' = '/api/files/' || f.id`.execute(
        tx,
      );
      await sql`delete from files where id = ${id}`.execute(tx);
    });
  }
  return rows.length;
}

/**
 * Files that no record names: left by a process that died between the two writes. The key holds the creation
 * time and the business: a file of an unknown business belongs to another instance, and so may all the
 * others.
 */
export async function orphanedBytes(scope: SystemScope, before: Date): Promise<number> {
  const youngest = newId('fil', before).slice(0, TIME_LETTERS);
  let removed = 0;
  let keys: string[] = [];
  const processBatch = async () => {
    await refuseForeignFiles(scope, keys);
    removed += await removeUnknown(scope, keys);
    keys = [];
  };
  for await (const key of scope.ports.files.list()) {
    const id = key.split('/').at(-1) ?? '';
    if (!id.startsWith('fil_') || id.slice(0, TIME_LETTERS) >= youngest) continue;
    keys.push(key);
    if (keys.length === BATCH_SIZE) await processBatch();
  }
  await processBatch();
  return removed;
}

// A start with the database of another place, or an empty one, must not empty the store of this one.
async function refuseForeignFiles(scope: SystemScope, keys: string[]): Promise<void> {
  const { rows } = await sql<{ key: string }>`select key from unnest(${keys}::text[]) as key
    where not exists (select 1 from users u where u.business_id = split_part(key, '/', 1)) limit 1`.execute(
    scope.db,
  );
  const [one] = rows;
  if (one)
    throw new Error(
      `The stored file ${one.key} is of a business that is not in this database. Do both belong together? Nothing more is removed`,
    );
}

async function removeUnknown(scope: SystemScope, keys: string[]): Promise<number> {
  const { rows } = await sql<{ key: string }>`select key from unnest(${keys}::text[]) as key
    where not exists (select 1 from files f where f.storage_key = key)`.execute(scope.db);
  for (const { key } of rows) await scope.ports.files.remove(key);
  return rows.length;
}
