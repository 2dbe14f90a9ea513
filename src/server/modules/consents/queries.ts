import type { Selectable } from 'kysely';
import type { ConsentPurpose } from '#core/legal.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { type ConsentState, consentStateOf } from './rules.ts';
import type { ConsentRow } from './table.ts';

/** Every answer somebody of a business gave, newest first. */
export function consentHistory(
  db: Db | Tx,
  businessId: string,
  subjectId: string,
): Promise<Selectable<ConsentRow>[]> {
  return db
    .selectFrom('consents')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('subject_id', '=', subjectId)
    .orderBy('position', 'desc')
    .execute();
}

/** Where one purpose stands for somebody of a business. */
export async function consentState(
  db: Db | Tx,
  businessId: string,
  subjectId: string,
  purpose: ConsentPurpose,
): Promise<ConsentState> {
  const latest = await db
    .selectFrom('consents')
    .select(['given', 'version'])
    .where('business_id', '=', businessId)
    .where('subject_id', '=', subjectId)
    .where('purpose', '=', purpose)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return consentStateOf(purpose, latest);
}

/** Whether the owner allows an external language model to read assistant prompts. */
export const allowsExternalModel = async (
  db: Db,
  actor: { businessId: string; userId: string },
): Promise<boolean> => (await consentState(db, actor.businessId, actor.userId, 'outside_model')) === 'given';
