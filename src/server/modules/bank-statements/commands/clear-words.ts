import { sql } from 'kysely';
import type { SystemCtx } from '#server/kernel/scope.ts';

/**
 * Takes the words out of the lines that are no payment, of statements kept before an instant: they name people who are no
 * customers. Day, amount and fingerprint stay, so the line is known when it comes again.
 */
export const clearWords = async ({ tx, now }: SystemCtx, before: Date): Promise<void> =>
  void (await sql`with due as (
      update statement_imports set cleared_at = ${now} where created_at < ${before} and cleared_at is null returning business_id, id)
    update statement_lines l set narration = '', payer = '', reference = '', note = '' from due
    where l.business_id = due.business_id and l.import_id = due.id and not exists (select 1 from payments p
      where p.business_id = l.business_id and p.statement_line_id = l.id and p.status <> 'cancelled')`.execute(
    tx,
  ));
