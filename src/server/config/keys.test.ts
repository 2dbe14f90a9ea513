import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const STARTS = 6;
const FOLDERS = 30;

// All of them ask for the key of one folder at the same instant, and of the next folder only together again.
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { module, folders, arrived, starts } = workerData;
  const counts = new Int32Array(arrived);
  import(module).then(({ readMasterKeys }) => {
    const keys = folders.map((dataDir, at) => {
      Atomics.add(counts, at, 1);
      while (Atomics.load(counts, at) < starts);
      try {
        return readMasterKeys({ production: false, dataDir }, {}).current.toString('hex');
      } catch (error) {
        return String(error);
      }
    });
    parentPort.postMessage(keys);
  });`;

test('processes that start in one new folder at once have one key', async () => {
  const folders = Array.from({ length: FOLDERS }, () => mkdtempSync(join(tmpdir(), 'duewell-keys-')));
  const arrived = new SharedArrayBuffer(4 * FOLDERS);
  const module = new URL('./keys.ts', import.meta.url).href;
  const found = await Promise.all(
    Array.from(
      { length: STARTS },
      () =>
        new Promise<string[]>((done, fail) => {
          const workerData = { module, folders, arrived, starts: STARTS };
          new Worker(program, { eval: true, workerData }).once('message', done).once('error', fail);
        }),
    ),
  );
  for (const [at, folder] of folders.entries()) {
    const keys = new Set(found.map((each) => each[at]));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(readdirSync(folder)).toEqual(['master.key']);
  }
});
