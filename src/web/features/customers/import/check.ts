import * as z from 'zod/mini';
import { newCustomer, problemsText } from '#contract/customers.ts';
import { formatPhone } from '#core/phone.ts';
import { withholdingKindNamed } from '#core/withholding-names.ts';
import type { FieldName, Mapping } from './columns.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { texts } from './texts.ts';

/** A row as it will be sent, or why it will not be. */
export type CheckedRow = {
  line: number;
  cells: string[];
  name: string;
  email: string;
  phone: string;
  /** The purpose they deduct tax for, as the file says it. */
  withholdingKind: string;
  problem: string | null;
  /** Belongs to a customer already, by email or phone. */
  isKnown: boolean;
};

const NO_EMAIL = /^([^\p{L}\p{N}]*|n[/.]?a\.?|nil|none|null|no(ne)? ?e?-?mail)$/iu;

/** Checks every row by the rules of the customers' form; an address or a number given twice counts the first time. */
export function checkRows(
  rows: readonly SheetRow[],
  mapping: Mapping,
  known: ReadonlySet<string> = new Set(),
): CheckedRow[] {
  const lines = new Map<string, number>();
  return rows.map(({ line, cells }) => {
    const cell = (field: FieldName) => (mapping[field] === null ? '' : (cells[mapping[field]] ?? ''));
    const row = {
      name: oneLine(cell('name')),
      // "-" and "N/A" are none.
      email: NO_EMAIL.test(cell('email')) ? '' : cell('email').replace(/^mailto:/i, ''),
      phone: /\d/.test(cell('phone')) ? oneLine(cell('phone')).replace(/^tel:/i, '') : '',
      withholdingKind: oneLine(cell('withholdingKind')),
    };
    const checked = z.safeParse(newCustomer, {
      ...row,
      withholdingKind: withholdingKindNamed(row.withholdingKind),
    });
    if (!checked.success)
      return {
        line,
        cells,
        ...row,
        isKnown: false,
        problem: problemsText(checked.error.issues.map(({ message }) => message)),
      };
    const { email = '', phone } = checked.data;
    const contacts = { email, phone: phone ?? '' };
    const problem = duplicateOf(contacts, lines);
    for (const contact of Object.values(contacts))
      if (contact !== '' && !lines.has(contact)) lines.set(contact, line);
    const isKnown = problem === null && Object.values(contacts).some((contact) => known.has(contact));
    return { line, cells, ...row, email, phone: formatPhone(contacts.phone), problem, isKnown };
  });
}

function duplicateOf(
  contacts: { email: string; phone: string },
  lines: ReadonlyMap<string, number>,
): string | null {
  const [byEmail, byPhone] = [lines.get(contacts.email), lines.get(contacts.phone)];
  if (byEmail !== undefined) return `Same email as row ${byEmail}`;
  return byPhone === undefined ? null : `Same phone as row ${byPhone}`;
}

/** As they stood in the file, so that they can be mended there and chosen again, each with its reason; one of an earlier round goes. */
export function refusedRows({ headings }: Sheet, refused: readonly CheckedRow[]): string[][] {
  const earlier = headings.lastIndexOf(texts.reason);
  const columns = [...headings.keys()].filter((at) => at !== earlier);
  return [
    [...columns.map((at) => headings[at] ?? ''), texts.reason],
    ...refused.map(({ cells, problem }) => [...columns.map((at) => cells[at] ?? ''), problem ?? '']),
  ];
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
