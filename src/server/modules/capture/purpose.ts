import { findLabelled } from './layout/labelled-values.ts';
import type { Sheet } from './layout/sheet.ts';
import { phrases } from './text/label-phrases.ts';

const purposes = phrases(
  'being payment for,being part payment for,being full payment for,being,payment for,part payment for,purpose of payment,purpose,in respect of,narration,being cost of',
);

/** The purpose of a receipt without lines: "Being payment for: six chairs". */
export function purposeOf(sheet: Sheet): string | null {
  const match = findLabelled(sheet, purposes).find(
    ({ beside, strength }) => strength === 1 && /\p{L}{3}/u.test(beside ?? ''),
  );
  return (
    match?.beside
      ?.replace(/[_.…]{2,}.*$/, '')
      .trim()
      .slice(0, 120) || null
  );
}
