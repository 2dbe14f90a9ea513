import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { newId } from '#core/ids.ts';
import { orphanedBytes } from '#server/modules/files/flows/retention.ts';
import { archiveName, ARCHIVES, preRestoreName } from '#server/ops/archive/create.ts';
import { removeLeftovers, removeOldArchives } from '#server/ops/archive/expiry.ts';
import { serviceRequestsFolder } from '#server/ops/archive/service-requests.ts';
import { newOwner, sampleInvoice, type TestApp, testApp } from '../../../../tests/harness.ts';
import { tableDocuments } from '../../../../tests/table-documents.ts';
import { enforceRetention, retention } from './rules.ts';

let app: TestApp;

const moduleTests = (): string =>
  readdirSync('src/server/modules', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join('src/server/modules', name), 'utf8'))
    .join('\n');

beforeAll(async () => {
  app = await testApp({}, { sweeps: false });
});
afterAll(() => app.close());

test('the page of promises and the job say the same', () => {
  const page = readFileSync(tableDocuments.retention, 'utf8');
  const [, rows = ''] = /## Retention\n([\s\S]*?)\n## /.exec(page) ?? [];
  const promised = [...rows.matchAll(/^\| (.+?) \| (\d+) days? \|/gm)].map((row) => [row[1], Number(row[2])]);
  expect(promised.sort()).toEqual(retention.map(({ what, days }) => [what, days]).sort());
});

test('each of them is kept until its day and gone after it', async () => {
  const owner = await newOwner(app);
  const { businessId, userId } = owner;
  const at = app.config.clock();
  const run = (text: ReturnType<typeof sql>) => text.execute(app.store.db);
  const count = async (text: ReturnType<typeof sql>) => (await run(text)).rows.length;
  const put = async (purpose: string): Promise<string> => {
    const id = newId('fil', at);
    await app.system.ports.files.put(`${businessId}/${id}`, new Uint8Array([1]));
    if (purpose !== 'none')
      await run(sql`insert into files (business_id, id, purpose, name, mime_type, size, storage_key, created_at)
        values (${businessId}, ${id}, ${purpose}, 'a.png', 'image/png', 1, ${`${businessId}/${id}`}, ${at})`);
    return id;
  };
  const [paper, named, picture, logo, orphan, slip, claimed] = [
    await put('kyc'),
    await put('kyc'),
    await put('invoice'),
    await put('logo'),
    await put('none'),
    await put('slip'),
    await put('slip'),
  ];
  await run(
    sql`update business_profiles set kyc_cac = ${`/api/files/${named}`} where business_id = ${businessId}`,
  );
  const { data: invoice } = await owner.call(api.invoices.create, {
    params: { currency: 'NGN' },
    body: sampleInvoice(),
  });
  await run(sql`insert into payment_claims (business_id, id, invoice_id, amount_minor, day, reference, note, said_by, state, slip_file_id, created_at)
    values (${businessId}, 'clm_x', ${invoice.id}, 1, ${at}::date, '', '', ${userId}, 'open', ${claimed}, ${at})`);
  await run(sql`delete from rate_counters`);
  await run(sql`insert into rate_counters (name, subject, window_start, used) values ('x', 'y', ${at}, 1)`);
  await run(sql`insert into idempotency_keys (actor, key, endpoint, request_hash, status, body, created_at)
    values (${businessId}, 'k', 'e', 'h', 200, '{}', ${at})`);
  await run(sql`insert into payment_notices (provider, event_id, subject, subject_id, raw, state, received_at)
    values ('sandbox', 'e', 'other', '', 'said', 'ignored', ${at})`);
  await run(
    sql`insert into assistant_usage (business_id, day, calls, input_tokens, output_tokens) values (${businessId}, ${at}::date, 1, 1, 1)`,
  );
  await run(
    sql`insert into security_events (id, event, detail, client_address, user_agent, created_at) values ('evt_n', 'sign_in_failed', '', '', '', ${at})`,
  );
  await run(sql`update email_tokens set expires_at = ${at}, used_at = null`);
  await run(sql`update sessions set expires_at = ${at}, revoked_at = null`);
  await run(sql`insert into sign_in_codes (code_hash, user_id, expires_at) values ('c', ${userId}, ${at})`);
  await run(sql`delete from known_browsers`);
  await run(
    sql`insert into known_browsers (user_id, browser_hash, first_seen_at, last_seen_at) values (${userId}, 'b', ${at}, ${at})`,
  );
  await run(sql`delete from kept_mails`);
  await run(sql`insert into kept_mails (id, key, to_address, subject, body_text, body_html, attachments, created_at)
    values ('m', 'm', 'a@b.test', '', '', '', '[]', ${at})`);
  await run(sql`update messages set state = 'sent', settled_at = ${at}`);
  await run(
    sql`insert into privacy_requests (id, kind, subject_hash, businesses, done, created_at) values ('prq_x', 'access', 'h', 1, '{}', ${at})`,
  );
  const { dataDir } = app.config;
  const archive = join(dataDir, ARCHIVES, preRestoreName(at, false));
  const files = [join(serviceRequestsFolder(dataDir), 'a.archive'), join(dataDir, ARCHIVES, 'some.part')];
  for (const path of [archive, ...files]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x');
    utimesSync(path, at, at);
  }
  await run(sql`insert into backups (finished_at, archive, rows, files, bytes, seconds)
    values (${new Date(at.getTime() + 36 * DAY_MS)}, 'a later one', 1, 0, 1, 1)`);
  const bytes = async (id: string) => ((await app.system.ports.files.get(`${businessId}/${id}`)) ? 1 : 0);
  const left: Record<string, () => Promise<number>> = {
    'rate-limit counters': () => count(sql`select 1 from rate_counters where name = 'x'`),
    'responses stored for an `Idempotency-Key`': () =>
      count(sql`select 1 from idempotency_keys where key = 'k'`),
    "bodies of payment providers' webhooks": () => count(sql`select 1 from payment_notices where raw <> ''`),
    'daily usage of a language model': () => count(sql`select 1 from assistant_usage`),
    'failed log-ins to unknown addresses': () => count(sql`select 1 from security_events where id = 'evt_n'`),
    'KYC documents no profile refers to': () => bytes(paper),
    'pictures and documents sent to the assistant': () => bytes(picture),
    'slips and certificates no record refers to': () => bytes(slip),
    'stored files no record refers to': () => bytes(orphan),
    'links in messages, used or expired': () => count(sql`select 1 from email_tokens`),
    'ended sessions': () => count(sql`select 1 from sessions`),
    'one-time codes (Google sign-in, extension, phone, email), passkey challenges, links and sessions of the customer portal, ended operator sessions':
      () => count(sql`select 1 from sign_in_codes`),
    'known browsers of an account': () => count(sql`select 1 from known_browsers`),
    'messages in the dev mailbox': () => count(sql`select 1 from kept_mails where id = 'm'`),
    'addresses on settled messages': () => count(sql`select 1 from messages where to_address <> ''`),
    'privacy requests, with a keyed hash of who asked': () => count(sql`select 1 from privacy_requests`),
    'archives in `DATA_DIR/backups`, `before-restore-…` included': async () => Number(existsSync(archive)),
    'archives requested and not fetched, or not finished': async () =>
      files.filter((path) => existsSync(path)).length,
  };
  let now = 0;
  const lookAt = async (day: number) => {
    app.advance(day * DAY_MS - now);
    now = day * DAY_MS;
    // Daily work runs at every look here.
    await run(sql`delete from periodic_work`);
    await enforceRetention(app.scope());
  };
  const untested = retention.filter(({ what }) => !(what in left) && !moduleTests().includes(`'${what}'`));
  expect(untested, 'neither here nor in a test of its module').toEqual([]);
  for (const days of [...new Set(retention.map((one) => one.days))].sort((a, b) => a - b)) {
    const due = retention.filter((one) => one.days === days && one.what in left).map(({ what }) => what);
    await lookAt(days - 0.1);
    for (const what of due) expect(await left[what]?.(), `${what}, before`).toBeGreaterThan(0);
    await lookAt(days + (days < 30 ? 0.1 : 1.1));
    for (const what of due) expect(await left[what]?.(), `${what}, after`).toBe(0);
  }
  expect([await bytes(named), await bytes(logo), await bytes(claimed)]).toEqual([1, 1, 1]);
});

test('the newest archive stays, however old, until there is a younger backup', async () => {
  const now = app.config.clock();
  const dataDir = mkdtempSync(join(tmpdir(), 'duewell-archives-'));
  const folder = join(dataDir, ARCHIVES);
  const scope = { ...app.scope(), config: { ...app.config, dataDir } };
  const named = (daysAgo: number) => {
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    return { saved: preRestoreName(at, true), daily: archiveName(at, false) };
  };
  const put = (...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), 'x');
  };
  const left = async () => {
    await removeOldArchives(scope, new Date(now.getTime() - 35 * DAY_MS));
    return readdirSync(folder).sort();
  };
  await sql`delete from backups`.execute(app.store.db);
  expect(await removeOldArchives(scope, now)).toBeUndefined();
  mkdirSync(folder);
  const mine = ['notes.txt', 'before-restore-of-mine.tar.gz', `my-${named(50).daily}`];
  put(named(60).saved, named(50).daily, named(40).saved, ...mine);
  expect(await left()).toEqual([named(40).saved, ...mine].sort());
  put(named(34).daily);
  expect(await left()).toEqual([named(34).daily, ...mine].sort());
  await sql`insert into backups (finished_at, archive, rows, files, bytes, seconds)
    values (${now}, 'elsewhere', 1, 0, 1, 1)`.execute(app.store.db);
  await removeOldArchives(scope, new Date(now.getTime() - 33 * DAY_MS));
  expect(readdirSync(folder).sort()).toEqual(mine.sort());
  const asks = serviceRequestsFolder(dataDir);
  mkdirSync(asks);
  for (const name of ['left.note', 'killed.ask', 'killed.draft']) writeFileSync(join(asks, name), 'x');
  await removeLeftovers(scope, new Date(now.getTime() + DAY_MS));
  expect(readdirSync(asks), 'what is for the audit trail').toEqual(['left.note']);
});

test('files of businesses that are not in this database are left alone', async () => {
  const at = app.config.clock();
  const { businessId } = await newOwner(app);
  const [theirs, ours] = [`biz_elsewhere/${newId('fil', at)}`, `${businessId}/${newId('fil', at)}`];
  const { files } = app.system.ports;
  for (const key of [theirs, ours]) await files.put(key, new Uint8Array([1]));
  app.advance(2 * DAY_MS);
  await expect(orphanedBytes(app.scope(), app.config.clock())).rejects.toThrow('Do both belong together');
  expect([await files.get(theirs), await files.get(ours)]).not.toContain(null);
  await files.remove(theirs);
  expect(await orphanedBytes(app.scope(), app.config.clock())).toBeGreaterThan(0);
  expect(await files.get(ours)).toBeNull();
});
