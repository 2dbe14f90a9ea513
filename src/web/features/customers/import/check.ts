import * as z from 'zod/mini';
import { newCustomer } from '#contract/customers.ts';
import type { FieldName, Mapping } from './columns.ts';
import type { SheetRow } from './sheet.ts';

/** A row as it will be sent, or why it will not be. */
export type CheckedRow = {
  line: number;
  cells: string[];
  name: string;
  email: string;
  phone: string;
  problem: string | null;
};

const duplicateOf = (line: number) => `Same email as row ${line}`;
const LEADING_ZERO_LOST = /^[789]\d{9}$/;

/** Checks every row by the rules of the customers' form; an address given twice counts the first time. */
export function checkRows(rows: readonly SheetRow[], mapping: Mapping): CheckedRow[] {
  const lines = new Map<string, number>();
  return rows.map(({ line, cells }) => {
    const cell = (field: FieldName) => (mapping[field] === null ? '' : (cells[mapping[field]] ?? ''));
    const phone = cell('phone');
    const row = {
      name: oneLine(cell('name')),
      email: cell('email').replace(/^mailto:/i, ''),
      // A spreadsheet that takes a Nigerian mobile number for a figure drops its first zero.
      phone: LEADING_ZERO_LOST.test(phone) ? `0${phone}` : oneLine(phone),
    };
    const checked = z.safeParse(newCustomer, row);
    if (!checked.success) return { line, cells, ...row, problem: checked.error.issues[0]?.message ?? '' };
    const { email } = checked.data;
    const first = lines.get(email);
    if (first === undefined) lines.set(email, line);
    return { line, cells, ...row, email, problem: first === undefined ? null : duplicateOf(first) };
  });
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
