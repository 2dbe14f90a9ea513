import type { Db } from '#server/kernel/db.ts';

const BATCH_SIZE = 500;

export type WithholdingKey = { businessId: string; id: string };

/** Tax certificates whose customers are to be asked for them, the longest waiting first. */
export const dueLetters = (db: Db, now: Date): Promise<WithholdingKey[]> =>
  db
    .selectFrom('withholdings')
    .select(['business_id as businessId', 'id'])
    .where('letter_at', '<=', now)
    .orderBy('letter_at')
    .limit(BATCH_SIZE)
    .execute();
