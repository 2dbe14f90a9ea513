import type { Db } from '#server/kernel/db.ts';

/** So many in one pass; the rest is for the next minute. */
const MOST = 20_000;

export type WithholdingKey = { businessId: string; id: string };

/** Tax certificates whose customers are to be asked for them, the longest waiting first. */
export const dueLetters = (db: Db, now: Date): Promise<WithholdingKey[]> =>
  db
    .selectFrom('withholdings')
    .select(['business_id as businessId', 'id'])
    .where('letter_at', '<=', now)
    .orderBy('letter_at')
    .limit(MOST)
    .execute();
