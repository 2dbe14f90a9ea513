import type { Sheet } from './sheet.ts';

export const fields = ['name', 'email', 'phone', 'withholdingKind'] as const;
export type FieldName = (typeof fields)[number];

/** Which column of the file holds which field; null where none does. */
export type Mapping = Record<FieldName, number | null>;

// Headings as Nigerian businesses, their phones and their book-keeping programs write them; the closest first.
const KNOWN: Record<FieldName, RegExp[]> = {
  name: [
    /^(customer|client|full|business|company|contact|buyer|display) ?names?$/,
    /^names?$/,
    /^(customer|client|company|business|buyer)s?$/,
    /\bname\b/,
  ],
  email: [/^e ?mails?( address(es)?)?$/, /\be ?mail\b/],
  phone: [
    /^(phone|mobile|gsm|tel|telephone|whatsapp|cell)( ?(no|number|num))?$/,
    /\b(phone|mobile|gsm|whatsapp|tel)\b/,
    /^numbers?$/,
  ],
  withholdingKind: [/^deducts tax\b/, /\b(withholding|wht)\b/],
};

const EMAIL_LIKE = /^\S+@\S+\.\S+$/;
const PHONE_LIKE = /^[+()\d\s.-]{7,20}$/;
const SAMPLE_ROWS = 20;

/** Guesses by the headings, then by what the cells look like. */
export function guessMapping({ headings, rows }: Sheet): Mapping {
  const plain = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  );
  const used = new Set<number>();
  const claim = (at: number) => {
    if (at < 0) return null;
    used.add(at);
    return at;
  };
  const byHeading = (field: FieldName) => {
    for (const pattern of KNOWN[field]) {
      const at = plain.findIndex((heading, column) => !used.has(column) && pattern.test(heading));
      if (at >= 0) return claim(at);
    }
    return null;
  };
  const byCells = (pattern: RegExp) =>
    claim(
      headings.findIndex(
        (_, column) =>
          !used.has(column) &&
          rows.slice(0, SAMPLE_ROWS).filter(({ cells }) => pattern.test(cells[column] ?? '')).length * 2 >
            Math.min(rows.length, SAMPLE_ROWS),
      ),
    );
  const email = byHeading('email') ?? byCells(EMAIL_LIKE);
  const phone = byHeading('phone') ?? byCells(PHONE_LIKE);
  return { email, phone, name: byHeading('name'), withholdingKind: byHeading('withholdingKind') };
}

/** The label of a column: its heading, or its position where it has none. */
export const columnName = (heading: string, at: number): string => heading || `Column ${at + 1}`;
