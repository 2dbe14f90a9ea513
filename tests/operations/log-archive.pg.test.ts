import { readdirSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openServer, type Store } from '#server/kernel/db.ts';
import { registerDatabaseGauges } from '#server/observability/metrics/database-gauges.ts';
import { fires, type Reading, readingOf } from '#server/observability/metrics/testing.ts';
import { type Cluster, commandsOf, startArchiving } from '../../scripts/drill/archiving-server.ts';
import { eventually } from '../harness.ts';
import { freePort } from '../free-port.ts';
import { findPostgres } from '../postgres.ts';

// The log archive at its smallest, with the commands of the docs; `npm run drill -- --archive` runs it with the whole
// service.
const programs = findPostgres();
let cluster: Cluster;
let store: Store;

beforeAll(async () => {
  if (!programs) return;
  // Nothing here has to survive a power cut, and a second stands for the minute.
  const quick = ['archive_timeout = 1s', 'fsync = off', 'full_page_writes = off', 'max_wal_size = 1GB'];
  cluster = await startArchiving(programs, quick);
  store = openServer(cluster.url, 2);
  await sql`create table noted (n int primary key)`.execute(store.db);
});
afterAll(() => cluster?.remove());

type Rule = { alert: string; expr: string };
const { groups } = parse(readFileSync('ops/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules).filter(({ alert }) => alert.includes('LogArchive'));

async function reading(): Promise<Reading> {
  const registry = new Registry();
  registerDatabaseGauges(registry, { db: store.db, now: () => new Date() });
  return readingOf(await registry.metrics()).filter(({ name }) => name.includes('log_archive'));
}
const valueOf = (all: Reading, name: string): number =>
  all.find((one) => one.name === `duewell_log_archive_${name}`)?.value ?? Number.NaN;

let written = 0;
/** Commits some rows; gives the server's time after the last. */
async function write(many: number): Promise<string> {
  for (let at = 0; at < many; at++) await sql`insert into noted values (${++written})`.execute(store.db);
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(store.db);
  return rows[0]?.now ?? '';
}
/** Waits until everything committed so far is in the archive. */
async function archived(): Promise<void> {
  const { rows } = await sql<{ piece: string }>`select pg_walfile_name(pg_switch_wal()) as piece`.execute(
    store.db,
  );
  const piece = rows[0]?.piece ?? '';
  await eventually(async () => {
    const done = await sql<{ last: string }>`select last_archived_wal as last from pg_stat_archiver`.execute(
      store.db,
    );
    return (done.rows[0]?.last ?? '') >= piece;
  });
}
const at = (port: string, query: string): Promise<string> =>
  cluster.sh(`psql -d postgres -Atc "${query}"`, { PGPORT: port });
const HELD = 'select count(*) from noted';
const codeOf = async (lines: string): Promise<number> =>
  cluster.sh(lines).then(
    () => 0,
    (error: { code: number }) => error.code,
  );
const restoring = (data: string, port: string, more: Record<string, string> = {}) => ({
  PGDATA: data,
  PGPORT: port,
  ...more,
});

test.skipIf(!programs)('a log that is not archived is told, and caught up with', async () => {
  const quiet = await reading();
  expect(valueOf(quiet, 'age_seconds')).toBeLessThan(60);
  const [log, away] = [join(cluster.backupFolder, 'log'), join(cluster.backupFolder, 'elsewhere')];
  renameSync(log, away);
  await write(1);
  await sql`select pg_switch_wal()`.execute(store.db);
  const failing = await eventually(async () => {
    const now = await reading();
    return valueOf(now, 'failures') > 2 && now;
  });
  renameSync(away, log);
  // After three failures PostgreSQL waits for a minute, or for the next piece.
  await write(1);
  await archived();
  const fails = rules.find(({ alert }) => alert === 'DuewellLogArchiveFails')?.expr ?? '';
  expect([fires(fails, quiet, quiet), fires(fails, quiet, failing)]).toEqual([false, true]);
});

test.skipIf(!programs)(
  'a lost server is had again, to its end or to a moment, and pieces missing in between are told',
  async () => {
    await write(10);
    await cluster.sh(commandsOf('docs/operations.md', 'a base backup'));
    await write(10);
    const result = await cluster.sh('sh /opt/duewell/ops/base-backup.sh /mnt/safe 1');
    expect(readdirSync(join(cluster.backupFolder, 'base'))).toEqual([basename(result)]);
    const before = await write(10);
    await archived();
    await sql`delete from noted where n <= 20`.execute(store.db);
    await write(10);
    await archived();
    await write(5);
    await store.close();
    await cluster.kill();
    rmSync(cluster.data, { recursive: true });

    const lost = restoring(cluster.data, cluster.port, { BASE: result });
    expect(await cluster.sh(commandsOf('docs/runbook.md', 'to the newest there is'), lost)).toMatch(/\nf$/);
    // Five came after the last piece that was copied; a second had not passed.
    expect(Number(await at(cluster.port, HELD))).toBeGreaterThanOrEqual(20);

    const beside = `${cluster.data}-beside`;
    const port = String(await freePort());
    const moment = restoring(beside, port, { BASE: result, BEFORE: before });
    expect(await cluster.sh(commandsOf('docs/runbook.md', 'to a moment'), moment)).toMatch(/\nf$/);
    expect([await at(port, HELD), await at(port, 'show archive_mode')]).toEqual(['32', 'off']);
    await cluster.kill(beside);
    rmSync(beside, { recursive: true });

    const pieces = readdirSync(join(cluster.backupFolder, 'log'))
      .filter((name) => /^00000001[0-9A-F]{16}[.]gz$/.test(name))
      .sort();
    rmSync(join(cluster.backupFolder, 'log', pieces.at(-2) ?? ''));
    const ask = (name = '') =>
      codeOf(`sh /opt/duewell/ops/restore-log.sh ${name} "$PGDATA/piece" /mnt/safe/log`);
    const [missing, last] = [pieces.at(-2)?.replace('.gz', ''), pieces.at(-1)?.replace('.gz', '')];
    expect([await ask(missing), await ask(last), await ask(`${last}F`)]).toEqual([255, 0, 1]);
    truncateSync(join(cluster.backupFolder, 'log', `${last}.gz`), 1_000);
    expect(await ask(last)).toBe(255);
  },
);

test.skipIf(!programs)('nothing that is kept is replaced', async () => {
  const archive = (words: string) =>
    codeOf(`echo ${words} >piece; sh /opt/duewell/ops/archive-log.sh piece 0A /mnt/safe/log`);
  expect([await archive('one'), await archive('one'), await archive('another')]).toEqual([0, 0, 1]);
  expect(await cluster.sh('gzip -dc /mnt/safe/log/0A.gz')).toBe('one');
  expect(await codeOf('sh /opt/duewell/ops/restore-base.sh /mnt/safe/base /mnt/safe/log')).toBe(1);
});

test('the containers archive as the page says', () => {
  const { services } = parse(readFileSync('compose.archive.yaml', 'utf8')) as {
    services: { database: { command: string[] } };
  };
  const serverSettings = services.database.command.filter((word) => word.includes('=')).sort();
  const page = commandsOf('docs/operations.md', 'postgresql.conf')
    .split('\n')
    .slice(1)
    .map((line) => line.replace(' = ', '=').replaceAll("'", ''));
  expect(serverSettings).toEqual(page.sort());
});
