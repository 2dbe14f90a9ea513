import { DAY_MS } from '#core/durations.ts';
import type { ExportedTable } from '#server/kernel/table-facts.ts';

/** Grace period between requesting an account deletion and the erasure. */
export const DELETION_GRACE_MS = 30 * DAY_MS;

/** Each export reads everything there is; counted for each account. */
export const EXPORT_LIMIT = { max: 10, windowMs: DAY_MS / 24 };

/** Retention of failed sign-ins with unknown addresses. */
export const UNKNOWN_SIGN_INS_RETENTION_MS = 30 * DAY_MS;

/** A row as exported: excluded columns are dropped, account numbers inside stored JSON are masked. */
export function exportRow(
  row: Readonly<Record<string, unknown>>,
  excluded: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) =>
      column in excluded ? [] : [[column, exportValue(value)]],
    ),
  );
}

const mask = (number: string) => `••••••${number.slice(-4)}`;

function exportValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exportValue);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (value === null || typeof value !== 'object') return value;
  // A sealed number stands beside its last digits.
  const last4 = 'last4' in value && typeof value.last4 === 'string' ? value.last4 : null;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'accountNumber' && typeof inner === 'string' ? mask(last4 ?? inner) : exportValue(inner),
    ]),
  );
}

/** README at the root of the export archive. */
export function readmeOf(madeAt: Date, exported: readonly ExportedTable[]): string {
  return [
    'Your data at Duewell',
    `Made on ${madeAt.toISOString()}`,
    '',
    'csv/     customers, invoices, payments and credit notes as tables for a spreadsheet',
    'data/    everything, one JSON object in each line, for other software; schema.json describes it',
    'files/   the files you uploaded, by the ids in data/files.ndjson',
    'manifest.json   the length and SHA-256 of each of these',
    '',
    ...exported.map(({ table, about }) => `data/${`${table}.ndjson`.padEnd(34)} ${about}`),
    '',
    'In data/ amounts are in kobo or cents, rates in hundredths of a percent (_bps) or millionths (_micro), times in UTC.',
    'In csv/ amounts are in naira or dollars, as the currency beside them says.',
    'Bank account numbers and BVN show their last four digits only. Passwords, PIN and codes are not in here:',
    'nobody can read them, we neither.',
    '',
  ].join('\r\n');
}
