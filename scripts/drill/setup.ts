import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openServer, type Store } from '#server/kernel/db.ts';
import type { Child } from '../../tests/fault-injection/service-process.ts';
import type { Owner } from '../../tests/harness.ts';
import type { Simulator } from '../../tests/simulators/simulator.ts';
import type { Cluster } from './archiving-server.ts';
import type { createTraffic } from './traffic.ts';

const ROOT = join(import.meta.dirname, '../..');
export const RUNBOOK = 'docs/runbook.md';

const run = promisify(execFile);

/** Expectations that did not hold. */
export const problems: string[] = [];
export const expect = (holds: boolean, what: string): void => {
  if (!holds) problems.push(what);
};
export const report = (what: string, value: string): void => console.log(`${what.padEnd(46)}${value}`);

export type Settings = Record<string, string>;
export type RecoverySetup = {
  cluster: Cluster;
  settings: Settings;
  child: Child;
  owners: Owner[];
  traffic: ReturnType<typeof createTraffic>;
  simulator: Simulator;
};

export async function onDatabase<T>(
  { DATABASE_URL = '' }: Settings,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = openServer(DATABASE_URL, 2);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The lines of a page that call commands of ours; throws where one says that something is not as it should be. */
export const commands = (settings: Settings, lines: string) =>
  run('sh', ['-euc', lines], { cwd: ROOT, env: { ...process.env, ...settings } });

export const seconds = (from: number): string => ((performance.now() - from) / 1000).toFixed(1);
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
export const folderBytes = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
