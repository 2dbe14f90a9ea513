import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createDiskStore } from '#server/adapters/storage/disk.ts';
import { migrate } from '#server/database/migrate.ts';
import { readingOf } from '#server/observability/metrics/testing.ts';
import { openBusinesses } from '../../tests/fault-injection/kill-loop.ts';
import { sharedSettings, startChild } from '../../tests/fault-injection/service-process.ts';
import { pause } from '../../tests/fault-injection/webhook-courier.ts';
import { freePort } from '../../tests/free-port.ts';
import { findPostgres } from '../../tests/postgres.ts';
import { startPaystackSimulator } from '../../tests/simulators/paystack/index.ts';
import { leaks, reconcileLostMinute, restoreBeforeMistake } from './aftermath.ts';
import { type Cluster, commandsOf, startArchiving } from './archiving-server.ts';
import { FILE_BYTES, FILES, fill } from './fill.ts';
import { filesWithoutBytes, kindsOf, missingWrites, oldestLossSeconds } from './loss.ts';
import {
  commands,
  expect,
  folderBytes,
  megabytes,
  onDatabase,
  problems,
  type RecoverySetup,
  report,
  RUNBOOK,
  seconds,
  type Settings,
} from './setup.ts';
import { type AcknowledgedWrite, createTraffic } from './traffic.ts';

const OWNERS = 4;
const QUIET_SECONDS = 130;
/** The goals: how much may be lost, and how soon it answers again. */
const MAX_LOST_S = 300;
const MAX_RECOVERY_S = 3600;
/** Of the minute after which a piece is archived: losing most just before. */
const MAX_ARCHIVE_AGE_S = 54;
const TIMEOUT_S = 90;

/** Plays it, prints what came of it, and gives the code to end with. */
export async function archiveRecoveryTest(options: { ledger: number; seconds: number }): Promise<number> {
  const programs = findPostgres();
  if (!programs) throw new Error('There is no PostgreSQL of which a server could be started');
  const cluster = await startArchiving(programs);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cluster.remove().finally(() => process.exit(1)));
  try {
    await runScenario(await prepare(cluster, options.ledger), options.seconds);
  } finally {
    await cluster.remove();
  }
  console.log(problems.length === 0 ? 'All is as it should be.' : `FAIL: ${problems.join('; ')}`);
  return problems.length === 0 ? 0 : 1;
}

async function prepare(cluster: Cluster, ledger: number): Promise<RecoverySetup> {
  const simulator = await startPaystackSimulator(() => new Date());
  const settings = sharedSettings({
    ...simulator.settings,
    DATABASE_URL: cluster.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    METRICS_PORT: String(await freePort()),
  });
  if (ledger > 0) await fillUp(settings, ledger);
  const child = await startChild(settings);
  const owners = await openBusinesses(child.url, OWNERS);
  return { cluster, settings, child, owners, simulator, traffic: createTraffic(owners, simulator, 7) };
}

async function fillUp(settings: Settings, ledger: number): Promise<void> {
  const files = createDiskStore({ folder: join(settings.DATA_DIR ?? '', 'files') });
  await onDatabase(settings, async (store) => {
    await migrate(store);
    await fill(store.db, ledger);
  });
  for (let at = 1; at <= FILES; at++) await files.put(`biz_${at}/fil_${at}`, Buffer.alloc(FILE_BYTES, at));
}

async function runScenario(scene: RecoverySetup, seconds: number): Promise<void> {
  const { cluster, settings, traffic, owners } = scene;
  console.log('\nA busy day');
  traffic.busy(scene.child.url);
  await pause((seconds * 1000) / 3);
  const first = await baseBackup(cluster);
  await pause((seconds * 1000) / 3);
  const mistake = await deleteAllFiles(settings);
  await pause((seconds * 1000) / 3);
  await sizes(scene);
  const filesGone = ({ kind, acknowledgedAt: at }: AcknowledgedWrite) => kind === 'file' && at <= mistake.at;
  const lost = await crashAndRestore(scene, (noted) => !filesGone(noted));
  await reconcileLostMinute(scene, lost);
  await baseBackup(cluster);

  console.log('\nA quiet night');
  traffic.noted.length = 0;
  traffic.quiet(scene.child.url, owners);
  await longestWait(scene);
  await crashAndRestore(scene, () => true);

  console.log('\nAt a moment, beside it');
  await restoreBeforeMistake(scene, first, mistake.before);
  await leaks(scene);
  await scene.child.kill();
  await scene.simulator.close();
}

async function baseBackup(cluster: Cluster): Promise<string> {
  const from = performance.now();
  const path = (await cluster.sh(commandsOf('docs/operations.md', 'a base backup'))).split('\n').at(-1) ?? '';
  report('base backup', `${seconds(from)} s, ${megabytes(folderBytes(path))}`);
  return path;
}

/** An operator's mistake with the database password. */
const deleteAllFiles = (settings: Settings) =>
  onDatabase(settings, async ({ db }) => {
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
    const at = Date.now();
    const { numAffectedRows } = await sql`delete from files`.execute(db);
    report('deleted by mistake', `the records of ${numAffectedRows} files`);
    return { at, before: rows[0]?.now ?? '' };
  });

async function sizes({ cluster, settings }: RecoverySetup): Promise<void> {
  const calls = (await figuresOf(settings))
    .filter(({ name }) => name === 'duewell_http_requests_total')
    .reduce((sum, { value }) => sum + value, 0);
  const log = folderBytes(join(cluster.backupFolder, 'log'));
  report('log archive', `${megabytes(log)} for ${calls} calls, ${megabytes((log / calls) * 1000)} per 1,000`);
}

const figuresOf = async ({ METRICS_PORT = '' }: Settings) =>
  readingOf(await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text());

/** Nobody does anything but for an invoice every ten seconds: the log is archived all the same. */
async function longestWait({ cluster, settings }: RecoverySetup): Promise<void> {
  const log = join(cluster.backupFolder, 'log');
  const before = folderBytes(log);
  let longest = 0;
  const until = performance.now() + QUIET_SECONDS * 1000;
  while (performance.now() < until) {
    const age = (await figuresOf(settings)).find(({ name }) => name === 'duewell_log_archive_age_seconds');
    longest = Math.max(longest, age?.value ?? Number.POSITIVE_INFINITY);
    await pause(2_000);
  }
  report('longest time without archiving', `${longest.toFixed(1)} s`);
  report(
    'log archive',
    `${megabytes(((folderBytes(log) - before) / QUIET_SECONDS) * 86_400)} in a day like this`,
  );
  expect(longest < MAX_LOST_S, 'the log was not archived');
}

/** The moment before the next piece is archived. */
async function untilWorstMoment(settings: Settings): Promise<void> {
  await onDatabase(settings, async ({ db }) => {
    for (let waited = 0; waited < TIMEOUT_S; waited++) {
      const { rows } = await sql<{ age: number }>`
        select extract(epoch from now() - last_archived_time)::float8 as age from pg_stat_archiver`.execute(
        db,
      );
      if ((rows[0]?.age ?? 0) >= MAX_ARCHIVE_AGE_S) return;
      await pause(1_000);
    }
  });
}

async function crashAndRestore(
  scene: RecoverySetup,
  counts: (noted: AcknowledgedWrite) => boolean,
): Promise<AcknowledgedWrite[]> {
  const { cluster, settings, traffic, owners } = scene;
  await untilWorstMoment(settings);
  await Promise.all([cluster.kill(), scene.child.kill()]);
  const crashedAt = Date.now();
  const from = performance.now();
  await traffic.rest();
  rmSync(cluster.data, { recursive: true });
  const base = readdirSync(join(cluster.backupFolder, 'base')).sort().at(-1) ?? '';
  await cluster.sh(commandsOf(RUNBOOK, 'to the newest there is'), {
    BASE: join(cluster.backupFolder, 'base', base),
  });
  const played = seconds(from);
  await commands(settings, commandsOf(RUNBOOK, 'before the service starts'));
  const checked = seconds(from);
  scene.child = await startChild(settings);
  const answer = await fetch(`${scene.child.url}/api/ngn/invoice/get-all-invoices?limit=1`, {
    headers: { authorization: `Bearer ${owners[0]?.token}` },
  });
  await answer.arrayBuffer();
  const back = (performance.now() - from) / 1000;
  const noted = traffic.noted.filter(counts);
  const lost = await onDatabase(settings, ({ db }) => missingWrites(db, noted));
  const oldest = oldestLossSeconds(lost, crashedAt);
  report('acknowledged', `${noted.length}: ${kindsOf(noted)}`);
  report('lost', `${lost.length}: ${kindsOf(lost)}`);
  report('the oldest lost, before the crash', `${oldest.toFixed(1)} s (at most ${MAX_LOST_S})`);
  report('from the crash to the first answer', `${back.toFixed(1)} s (at most ${MAX_RECOVERY_S})`);
  report('  log played; books and chains checked', `after ${played} s; after ${checked} s`);
  expect(answer.status === 200, `the first call was answered ${answer.status}`);
  expect(noted.length > lost.length && oldest <= MAX_LOST_S, 'more was lost than may be');
  expect(back <= MAX_RECOVERY_S, 'it took too long');
  const files = await onDatabase(settings, ({ db }) => filesWithoutBytes(db, settings.DATA_DIR ?? ''));
  report('files named, of them gone', `${files.named}, ${files.gone.length}`);
  expect(files.gone.length === 0, `files are gone: ${files.gone.slice(0, 3).join(', ')}`);
  return lost;
}
