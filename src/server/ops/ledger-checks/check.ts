import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import type { Invariant } from './invariant.ts';
import { invariants } from './invariants.ts';

/** Result of one invariant: the ids that break it, at most a hundred. */
export type Finding = Pick<Invariant, 'id' | 'promise'> & { breaches: string[] };

const MAX_LISTED = 100;

/** Checks every ledger invariant against the database itself, reading only. */
export async function checkLedger(db: Db): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, promise, breaches } of invariants) {
    const { rows } = await sql<{
      id: string;
    }>`select id from (${sql.raw(breaches)}) broken limit ${sql.lit(MAX_LISTED)}`.execute(db);
    findings.push({ id, promise, breaches: rows.map((row) => String(row.id)) });
  }
  return findings;
}

/** Whether every invariant holds. */
export const allHold = (findings: Finding[]): boolean =>
  findings.every((finding) => finding.breaches.length === 0);

/** The findings as lines for a person. */
export function printFindings(findings: Finding[]): string {
  const lines = findings.map(
    ({ id, promise, breaches }) =>
      `${breaches.length === 0 ? 'ok  ' : 'FAIL'}  ${id}  ${promise}${breaches.length === 0 ? '' : `\n        broken by: ${breaches.join(', ')}`}`,
  );
  const broken = findings.filter((finding) => finding.breaches.length > 0).length;
  return [
    ...lines,
    broken === 0
      ? `All ${findings.length} promises hold.`
      : `${broken} of ${findings.length} promises are broken.`,
  ].join('\n');
}
