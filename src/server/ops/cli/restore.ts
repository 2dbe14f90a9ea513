import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config/config.ts';
import { ConfigError, exitOnStartupError } from '#server/config/startup-errors.ts';
import { availableMasterKeys } from '#server/config/storage.ts';
import { openEmbedded, openServer } from '#server/kernel/db.ts';
import { openFiles } from '#server/outbound/file-store.ts';
import { ARCHIVES, makeBackup, preRestoreName, rowsIn } from '../archive/create.ts';
import type { Manifest } from '../archive/manifest.ts';
import { checkArchive } from '../archive/read.ts';
import {
  type Check,
  compareWith,
  contentsOf,
  type FinishOptions,
  finishRestore,
  hasRecords,
  loadRecords,
  printChecks,
  refuseInUse,
  refuseNewer,
  type Target,
} from '../archive/restore.ts';
import { allHold, checkLedger, printFindings } from '../ledger-checks/check.ts';
import { verifyChains } from '../ledger-checks/hash-chains.ts';

// npm run restore -- <file>: puts an archive into the empty database and file store of the present settings, of either kind,
// checks every table and file, and brings it up to date. Exits with 1 when anything is not as it was.
//   --check          only reads the archive through
//   --force          into a place that is not empty, after saving what is there
//   --unsealed       although BACKUP_KEY is set and the archive is not sealed with it
//   --without-jobs   leaves out the queue's open jobs, which another version of the queue cannot take
//   --without-key    although the master key the archive needs is not here
exitOnStartupError();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
    unsealed: { type: 'boolean', default: false },
    'without-jobs': { type: 'boolean', default: false },
    'without-key': { type: 'boolean', default: false },
  },
});
const [path] = positionals;
if (path === undefined) {
  console.error('Say which archive: npm run restore -- <file> [--check] [--force]');
  process.exit(2);
}
const from = performance.now();
const config = readConfig();
const { backupKey } = config.storage;
const archive = { path, key: values.unsealed ? null : backupKey };
const manifest = await checkArchive(archive);
console.log(
  `${path}: of ${manifest.madeAt}, ${rowsIn(manifest)} records, ${manifest.files.length} files, ${manifest.heads.length} chains; whole`,
);
const { missingFiles } = manifest;
if (missingFiles.length > 0)
  console.log(
    `${missingFiles.length} files that records name were gone when it was made: ${missingFiles.slice(0, 10).join(', ')}`,
  );
if (!values.check) await restore();

async function restore(): Promise<void> {
  await refuseNewer(manifest);
  if (!values['without-key']) refuseWithoutKey(manifest);
  const store = config.databaseUrl ? openServer(config.databaseUrl, 2) : await openEmbedded(config.dataDir);
  const target = { store, files: await openFiles(config) };
  try {
    await refuseInUse(store);
    const saved = await saveExistingData(target);
    await loadRecords(archive, manifest, target, saved);
    const checks = await compareWith(manifest, target);
    checks.push(...(await finishRestore(archive, manifest, target, ending())));
    checks.push(chainCheck(await verifyChains(store.db, manifest.heads)));
    const findings = await checkLedger(store.db);
    console.log(`${printChecks(checks)}\n${printFindings(findings)}`);
    const isComplete = checks.every(({ ok }) => ok) && allHold(findings);
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    console.log(isComplete ? `Restored and checked in ${seconds} s.` : 'Restored, but not all is as it was.');
    process.exitCode = isComplete ? 0 : 1;
  } finally {
    await store.close();
  }
}

function ending(): FinishOptions {
  const flags = ['force', 'unsealed', 'without-jobs', 'without-key'] as const;
  const qualifiers = flags.filter((name) => values[name]).map((name) => `, --${name}`);
  const auditDetail = `Restored from ${basename(archive.path)}, made ${manifest.madeAt}${qualifiers.join('')}`;
  return { jobs: !values['without-jobs'], now: config.clock(), auditDetail };
}

function chainCheck({ heads, breaks }: Awaited<ReturnType<typeof verifyChains>>): Check {
  const expected = `${heads.length} chains`;
  const found =
    breaks.length === 0
      ? expected
      : breaks
          .slice(0, 5)
          .map(({ book, chain, row, what }) => `${book} ${chain}: ${row} ${what}`)
          .join('; ');
  return { what: 'hash chains', expected, found, ok: breaks.length === 0 };
}

function refuseWithoutKey({ masterKeys }: Manifest): void {
  const availableKeys = availableMasterKeys(config);
  const missing = masterKeys.filter((id) => !availableKeys.includes(id));
  if (missing.length > 0)
    throw new ConfigError(
      `The archive needs the master key ${missing.join(' and ')}, which is not here: set it as MASTER_KEY (or put master.key into DATA_DIR). With --without-key it is restored all the same, and nothing sealed can be opened`,
    );
}

// Whether everything that is there can be had again.
async function saveExistingData(target: Target): Promise<boolean> {
  const contents = await contentsOf(target);
  if (contents.length === 0) return false;
  if (!values.force)
    throw new ConfigError(
      `This place is not empty (${contents.slice(0, 5).join(', ')}). With --force what is there is saved first and then replaced`,
    );
  if (!(await hasRecords(target))) {
    console.log(
      'There are files here and no records of them: those the archive does not name are left alone',
    );
    return false;
  }
  const folder = join(config.dataDir, ARCHIVES);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = config.clock();
  const saved = join(folder, preRestoreName(now, backupKey !== null));
  await makeBackup({ ...target, now, key: backupKey }, saved);
  console.log(`What was here is saved as ${saved}`);
  return true;
}
