import type { Db, Tx } from '#server/kernel/db.ts';
import type { CreditNote, CreditNoteLine } from '../rules/credit-note.ts';

/** The credit notes of an invoice that stand, oldest first, with their lines. */
export async function standingNotes(
  db: Db | Tx,
  { business_id, id }: { business_id: string; id: string },
): Promise<(CreditNote & { lines: CreditNoteLine[] })[]> {
  const notes = await db
    .selectFrom('credit_notes')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('invoice_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute();
  const lines = await linesOfNotes(
    db,
    business_id,
    notes.map((note) => note.id),
  );
  return notes.map((note) => ({ ...note, lines: lines.get(note.id) ?? [] }));
}

/** The lines of credit notes, by the note's id. */
export async function linesOfNotes(
  db: Db | Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, CreditNoteLine[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('credit_note_lines')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('credit_note_id', 'in', ids)
    .orderBy('position')
    .execute();
  return Map.groupBy(rows, (row) => row.credit_note_id);
}
