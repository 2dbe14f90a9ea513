import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/kernel/db.ts';

/**
 * Leaves nothing that could be charged of some cards, told by a condition on their rows; the words that were agreed to stay as long
 * as the payments they are the ground of. Gives the number of rows changed in each table.
 */
export async function eraseCards(
  tx: Tx,
  of: RawBuilder<unknown>,
): Promise<{ saved_cards: bigint | undefined; card_charges: bigint | undefined }> {
  const dropped =
    await sql`update card_charges set status = 'dropped', next_poll_at = null where status = 'pending'
    and (business_id, card_id) in (select business_id, id from saved_cards where ${of})`.execute(tx);
  const cards = await sql`update saved_cards set token_sealed = null, email = '',
    status = case status when 'active' then 'stopped' when 'awaiting' then 'unusable' else status end where ${of}`.execute(
    tx,
  );
  return { saved_cards: cards.numAffectedRows, card_charges: dropped.numAffectedRows };
}
