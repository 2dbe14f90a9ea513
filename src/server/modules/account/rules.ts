import type { Minor } from '#core/money.ts';
import { minorToMajor } from '#core/money.ts';

const DAY_MS = 24 * 3_600_000;

/** How long somebody may change their mind after asking for the deletion of their account. */
export const GRACE_MS = 30 * DAY_MS;

/** Each export reads everything there is; counted for each account. */
export const EXPORT_LIMIT = { max: 10, windowMs: DAY_MS / 24 };

/** How long failed log-ins with addresses nobody has are kept. */
export const NOBODYS_KEPT_MS = 30 * DAY_MS;

/** Columns that are of no use outside, or would be of use to a thief. */
const LEFT_OUT = /(^business_id|^user_id|^storage_key|^position|_hash|_sealed|^signature$)$/;

/** A row as its owner reads it: plain names, amounts in major units, account numbers and BVN masked. */
export function exported(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => (LEFT_OUT.test(column) ? [] : [cellOf(column, value)])),
  );
}

function cellOf(column: string, value: unknown): [string, unknown] {
  if (typeof value === 'number' && column.endsWith('_minor'))
    return [camel(column, '_minor'), minorToMajor(value as Minor)];
  if (typeof value === 'number' && column.endsWith('_bps'))
    return [`${camel(column, '_bps')}Percent`, value / 100];
  if (typeof value === 'number' && column.endsWith('_micro'))
    return [camel(column, '_micro'), value / 1_000_000];
  if (typeof value === 'string' && column.endsWith('_last4')) return [camel(column, '_last4'), mask(value)];
  return [camel(column), masked(value)];
}

const camel = (column: string, unit = '') =>
  column.slice(0, column.length - unit.length).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const mask = (number: string) => `••••••${number.slice(-4)}`;

/** Kept JSON, with the account numbers in it masked. */
function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'accountNumber' && typeof inner === 'string' ? mask(inner) : masked(inner),
    ]),
  );
}

/** What somebody who opens the ZIP reads first. */
export function readmeOf(files: { name: string; about: string }[], madeAt: Date): string {
  return [
    'Your data at Duewell',
    `Made on ${madeAt.toISOString()}`,
    '',
    'Each file is JSON, which spreadsheets and other software can read. It holds:',
    '',
    ...files.map(({ name, about }) => `${name.padEnd(24)} ${about}`),
    '',
    'Amounts are in naira (NGN) or dollars (USD), as the currency beside them says. Times are in UTC.',
    'Bank account numbers and BVN show their last four digits only. Passwords, PIN and codes are not in here:',
    'nobody can read them, we neither.',
    'Uploaded files are listed in files.json; the files themselves can be downloaded in the settings.',
    '',
  ].join('\r\n');
}
