import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres, startPostgres } from '../tests/postgres.ts';
import type { FreshEnvironment } from './startup.ts';

/** A kind of database to measure on: where to make fresh ones, what must be known of it, and how to stop it. */
export type DatabaseKind = {
  name: string;
  label: string;
  freshPlace: FreshEnvironment;
  stop(): Promise<void>;
};

const newFolder = () => mkdtempSync(join(tmpdir(), 'duewell-bench-'));
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** The embedded database, on disk in folders of its own. */
export const embedded: DatabaseKind = {
  name: 'embedded database',
  label: 'in a folder on disk',
  freshPlace: async () => {
    const dataDir = newFolder();
    return { dataDir, databaseUrl: null, remove: async () => removeFolder(dataDir) };
  },
  stop: async () => {},
};

/** The PostgreSQL of TEST_DATABASE_URL, or a private one when the machine has the programs; otherwise null. */
export async function postgres(): Promise<DatabaseKind | null> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return kindAt(given, async () => {});
  const programs = findPostgres();
  if (!programs) return null;
  const server = await startPostgres(programs);
  return kindAt(server.url, server.stop);
}

async function kindAt(url: string, stop: () => Promise<void>): Promise<DatabaseKind> {
  let database = 0;
  return {
    name: 'PostgreSQL',
    label: await withAdmin(url, settingsOf),
    stop,
    freshPlace: async () => {
      const name = `duewell_bench_${process.pid}_${++database}`;
      await withAdmin(url, (admin) => admin.query(`create database "${name}"`));
      const dataDir = newFolder();
      const address = new URL(url);
      address.pathname = `/${name}`;
      return {
        dataDir,
        databaseUrl: address.toString(),
        remove: async () => {
          removeFolder(dataDir);
          await withAdmin(url, (admin) => admin.query(`drop database "${name}" with (force)`));
        },
      };
    },
  };
}

async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

async function settingsOf(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('server_version', 'fsync', 'synchronous_commit') order by name desc",
  );
  return rows.map(({ name, setting }) => `${name} ${setting}`).join(', ');
}
