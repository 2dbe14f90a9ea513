import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';
import type { Problem } from '../../../tests/fault-injection/result.ts';
import type { Scene } from './round.ts';

/** Traces of a request about money. */
const TABLES = [
  'invoices',
  'payments',
  'allocations',
  'adjustments',
  'withdrawals',
  'refunds',
  'activities',
] as const;

/**
 * Writes what was counted as lost or doubled to a file that outlives the drill: requests and answers, and the records of their
 * businesses as they are at this moment. Gives its path.
 */
export async function keepFindings({ store, load }: Scene, problems: readonly Problem[]): Promise<string> {
  const keys = new Set(problems.map(({ key }) => key));
  const asked = load.asked.filter(({ key }) => keys.has(key));
  const businesses = [...new Set(asked.map(({ owner }) => owner.businessId))];
  const path = join(mkdtempSync(join(tmpdir(), 'duewell-findings-')), 'findings.json');
  const requests = asked.map(({ owner: { businessId }, ...one }) => ({ businessId, ...one }));
  const records = await recordsOf(store.db, businesses);
  writeFileSync(path, JSON.stringify({ problems, requests, records }, null, 1));
  return `records in ${path}`;
}

async function recordsOf(db: Db, businesses: readonly string[]): Promise<Record<string, unknown>> {
  const records: Record<string, unknown> = {};
  for (const table of TABLES)
    records[table] = (
      await sql`select * from ${sql.table(table)} where business_id = any (${businesses})`.execute(db)
    ).rows;
  return records;
}
