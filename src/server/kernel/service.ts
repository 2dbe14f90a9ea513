import { sql } from 'kysely';
import { purgeOldResponses, responseSealContext } from './idempotency.ts';
import type { Module } from './module.ts';
import { purgeOldCounters } from './rate-limits.ts';
import { column, sealedColumn } from './sealed-columns.ts';
import type { AccountOwner, SystemCtx } from './scope.ts';
import type { KernelTables } from './table.ts';

type ServiceTables = KernelTables &
  Record<'schema_migrations' | 'directory' | 'backups' | 'book_checks', unknown>;

/** Manifest of the service itself: tables that belong to no module. */
export const service = {
  uses: [],
  tables: {
    schema_migrations: { owner: 'reference', export: 'the tables themselves', erase: 'keep', texts: 'none' },
    service_keys: {
      owner: 'reference',
      export: 'keys of the service',
      erase: 'keep',
      texts: 'own',
      undisclosed: true,
    },
    data_keys: {
      owner: 'business_id',
      export: 'keys of this service: what they seal does not leave it',
      erase: 'command',
      texts: 'own',
      undisclosed: true,
    },
    directory: {
      owner: 'business_id',
      place: 'key',
      export: 'taken from your records',
      erase: 'keep',
      texts: 'none',
      undisclosed: true,
    },
    backups: { owner: 'system', export: 'copies of this service', erase: 'keep' },
    book_checks: { owner: 'system', export: 'the work of this service', erase: 'keep' },
    periodic_work: { owner: 'system', export: 'the work of this service', erase: 'keep' },
    idempotency_keys: {
      owner: 'actor',
      export: 'answers kept for repeats',
      erase: 'delete',
      texts: 'own',
      undisclosed: true,
    },
    rate_counters: {
      owner: 'system',
      export: 'counters of limits',
      erase: 'command',
      contact: 'subject',
      undisclosed: true,
    },
  },
  erase: eraseRequests,
  retention: [
    {
      what: 'rate-limit counters',
      days: 2,
      purge: (scope, before) => purgeOldCounters(scope.db, before),
    },
    {
      what: 'responses stored for an `Idempotency-Key`',
      days: 45,
      purge: (scope, before) => purgeOldResponses(scope.db, before),
    },
  ],
  sealed: [
    sealedColumn('idempotency_keys', 'body', {
      key: column('actor'),
      part: column('key'),
      businessId: column('actor'),
      sealContext: ({ key, part }) => responseSealContext({ actor: key, key: part }),
      legacyPlaintext: (value) => (/^[{[]/.test(value) ? value : null),
    }),
  ],
} satisfies Module<ServiceTables>;

// Counters keyed by the address, the account, or the address in a browser; and jobs that name the address.
async function eraseRequests({ tx }: SystemCtx, { id, email }: AccountOwner): Promise<void> {
  await sql`delete from rate_counters where subject in (${email}, ${id}) or starts_with(subject, ${`${email} `})`.execute(
    tx,
  );
  await sql`delete from pgboss.job where data->>'email' = ${email}`.execute(tx);
}
