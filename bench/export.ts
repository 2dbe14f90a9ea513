import { createWriteStream, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { sql } from 'kysely';
import { writeArchive } from '#server/modules/account/flows/archive.ts';
import { importBusiness } from '#server/ops/import/run.ts';
import { newOwner, type TestApp, testApp } from '../tests/harness.ts';

// How long a large business takes to leave and to arrive, and how much memory that needs:
// node bench/export.ts [invoices]; on PostgreSQL where TEST_DATABASE_URL names one, else embedded.
const invoices = Number(process.argv[2] ?? 10_000);

const from = await testApp({}, { sweeps: false });
const owner = await newOwner(from);
await fill(from, owner.businessId);
const path = join(mkdtempSync(join(tmpdir(), 'duewell-export-')), 'export.zip');
await measured('export', async () => {
  const spool = await writeArchive(from.scope(), from.store.db, owner);
  await pipeline(Readable.fromWeb(spool.read() as WebStream), createWriteStream(path));
});
const to = await testApp({}, { sweeps: false });
await measured('import', () => importBusiness(to.scope(), path));
console.log(
  `${invoices} invoices, ${(statSync(path).size / 1024 ** 2).toFixed(1)} MB, ${from.store.kind} database`,
);
await from.close({ handmade: true });
await to.close({ handmade: true });

async function fill({ store: { db } }: TestApp, business: string): Promise<void> {
  await sql`insert into customers (business_id, id, name, email, created_at, updated_at)
    select ${business}, 'cus_' || lpad(n::text, 26, '0'), 'Customer ' || n, 'c' || n || '@many.test', now(), now()
    from generate_series(1, ${sql.lit(Math.ceil(invoices / 10))}) n`.execute(db);
  await sql`insert into invoices (business_id, id, public_id, number, currency, customer_id, customer_name, customer_email, title, description,
      payment_terms, notes, subtotal_minor, discount_minor, tax_bps, tax_minor, total_minor, issue_date, due_date, created_at)
    select ${business}, 'inv_' || lpad(n::text, 26, '0'), md5(n::text), n::text, 'NGN', 'cus_' || lpad((1 + n / 10)::text, 26, '0'), 'Customer',
      'c@many.test', 'Work ' || n, repeat('What was done. ', 10), 'At once', '', 300000, 0, 0, 0, 300000, current_date, current_date, now()
    from generate_series(0, ${sql.lit(invoices - 1)}) n where (1 + n / 10) <= ${sql.lit(Math.ceil(invoices / 10))}`.execute(
    db,
  );
  await sql`insert into invoice_items (business_id, invoice_id, position, description, quantity_micro, rate_minor, total_minor)
    select business_id, id, line, 'Line ' || line, 1000000, 100000, 100000 from invoices, generate_series(1, 3) line
    where business_id = ${business}`.execute(db);
  await sql`update business_profiles set next_invoice_number = ${sql.lit(invoices + 1)} where business_id = ${business}`.execute(
    db,
  );
  await sql`insert into activities (business_id, id, activity_type, description, status, metadata, created_at)
    select ${business}, 'act_' || lpad(n::text, 26, '0'), 'invoice_created', 'Invoice ' || n, 'success', '{}', now()
    from generate_series(1, ${sql.lit(invoices * 2)}) n`.execute(db);
}

async function measured(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  await work();
  clearInterval(timer);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${what}: ${seconds} s, at most ${Math.round((most - before) / 1024 ** 2)} MB more than before`,
  );
}
