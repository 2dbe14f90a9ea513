import type { CalendarDate } from '#core/dates.ts';
import type { Db } from '#server/kernel/db.ts';

/** The tokens a business used of models on a day. */
export async function tokensUsed(db: Db, businessId: string, day: CalendarDate): Promise<number> {
  const row = await db
    .selectFrom('assistant_usage')
    .select(['input_tokens', 'output_tokens'])
    .where('business_id', '=', businessId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row ? Number(row.input_tokens) + Number(row.output_tokens) : 0;
}
