import { type Kysely, sql } from 'kysely';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import type { Database } from '#server/kernel/db.ts';
import { maskAccountNumbers } from '#server/modules/webhooks/rules.ts';
import { effectsIn } from '../../tests/fault-injection/load-oracle.ts';
import type { AcknowledgedWrite } from './traffic.ts';

const ID = /\b[a-z]{3}_[0-9a-z]{20,}\b/g;

/** Which acknowledged writes are not in the records. */
export async function missingWrites(
  db: Kysely<Database>,
  acknowledged: readonly AcknowledgedWrite[],
): Promise<AcknowledgedWrite[]> {
  const { rows } = await sql<{ id: string }>`select id from users union all select id from invoices
    union all select id from files`.execute(db);
  const effects = await effectsIn(db);
  const notices = await sql<{ raw: string }>`select raw from payment_notices`.execute(db);
  const here = new Set([...rows.map(({ id }) => id), ...notices.rows.map(({ raw }) => raw)]);
  return acknowledged.filter(
    ({ kind, found, request }) =>
      !(request
        ? effects.has(request.effect)
        : kind === 'notice'
          ? here.has(maskAccountNumbers(found))
          : (found.match(ID) ?? []).some((id) => here.has(id))),
  );
}

/** Files that records name and whose bytes are not in the file store; and how many are named. */
export async function filesWithoutBytes(
  db: Kysely<Database>,
  dataDir: string,
): Promise<{ named: number; gone: string[] }> {
  const store = createDiskStore({ folder: `${dataDir}/files` });
  const { rows } = await sql<{ key: string }>`select storage_key as key from files`.execute(db);
  const gone: string[] = [];
  for (const { key } of rows) if (!(await store.get(key))) gone.push(key);
  return { named: rows.length, gone };
}

/** How long before the crash the first of these was acknowledged, in seconds; 0 where nothing was lost. */
export const oldestLossSeconds = (lost: readonly AcknowledgedWrite[], crashedAt: number): number =>
  Math.max(0, ...lost.map(({ acknowledgedAt: at }) => (crashedAt - at) / 1000));

/** Payouts that left and are missing from the records, which an operator was told of. */
export async function providerPayouts(db: Kysely<Database>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('discrepancies')
    .select('subject')
    .where('kind', '=', 'payout_unknown_here')
    .execute();
  return new Set(rows.map(({ subject }) => subject));
}

/** The references of those that are. */
export async function recordedPayouts(db: Kysely<Database>): Promise<Set<string>> {
  const rows = await db.selectFrom('withdrawals').select('reference').execute();
  return new Set(rows.map(({ reference }) => reference));
}

/** So many of each kind, in words. */
export function kindsOf(acknowledged: readonly AcknowledgedWrite[]): string {
  const many = new Map<string, number>();
  for (const { kind } of acknowledged) many.set(kind, (many.get(kind) ?? 0) + 1);
  return [...many].map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none';
}

/** Outcome of retrying lost invoices, payouts and refunds with their idempotency keys. */
export async function retryLost(
  url: string,
  lost: readonly AcknowledgedWrite[],
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const { kind, request: asked } of lost) {
    if (!asked) continue;
    const answer = await fetch(`${url}${asked.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${asked.owner.token}`,
        'content-type': 'application/json',
        'idempotency-key': asked.key,
      },
      body: asked.body,
    });
    await answer.arrayBuffer();
    const outcome = `${kind} ${answer.status < 300 ? 'done' : answer.status}`;
    answers[outcome] = (answers[outcome] ?? 0) + 1;
  }
  return answers;
}

/** Keys under which more than one record was made. */
export async function duplicatedPayments(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from (
      select title as key from invoices union all select description from withdrawals union all
      select reason from refunds where origin = 'owner') made
    where key ~ '^(invoice|withdrawal|refund)-' group by key having count(*) > 1`.execute(db);
  return rows.map(({ key }) => key);
}
