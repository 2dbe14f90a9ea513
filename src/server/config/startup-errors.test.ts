import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError, startupErrorMessage } from './startup-errors.ts';

const ofPostgres = (code: string, message: string, hint?: string) =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, severity: 'FATAL', hint });
const ofSystem = (code: string, message: string, more: object) =>
  Object.assign(new Error(message), { code, ...more });
const refused = ofSystem('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5433', { syscall: 'connect' });

test.each<[string, unknown, RegExp]>([
  ['a setting', new ConfigError('MASTER_KEY must be 32 bytes'), /^MASTER_KEY must be 32 bytes$/],
  ['nobody at the address', refused, /^The database of DATABASE_URL cannot be reached: .*5433$/],
  ['nobody at any of the addresses', new AggregateError([refused], ''), /cannot be reached: .*5433$/],
  ['a silent server', new Error('timeout exceeded when trying to connect'), /cannot be reached/],
  ['a wrong password', ofPostgres('28P01', 'password authentication failed'), /failed. .*DATABASE_URL$/],
  ['no such database', ofPostgres('3D000', 'database "x" does not exist'), /not exist. Make the database/],
  ['a server that starts', ofPostgres('57P03', 'the database system is starting up'), /Wait until it is up/],
  ['a missing extension', ofPostgres('58P01', 'extension "x" is not there', 'Install it'), /Install it$/],
  ['a folder', ofSystem('EROFS', 'read-only', { path: '/data' }), /^\/data cannot be used \(EROFS\)/],
  ['a file', ofSystem('ENOENT', 'no such file', { path: '/x.tar.gz' }), /^\/x.tar.gz is not there$/],
  ['no archive', ofSystem('Z_DATA_ERROR', 'incorrect header check', {}), /no archive .*header check$/],
  ['a port', ofSystem('EADDRINUSE', 'taken', { syscall: 'listen', port: 9464 }), /9464 .*METRICS_PORT/],
])('%s is told in one line', (_, error, expected) => {
  expect(startupErrorMessage(error)).toMatch(expected);
  expect(startupErrorMessage(error)).not.toContain('\n');
});

test('a fault of ours keeps its stack', () => {
  expect(startupErrorMessage(new TypeError('x is not a function'))).toMatch(/TypeError[\s\S]*\n +at /);
});

test('a data folder that is a file ends in words that name it', () => {
  let thrown: unknown;
  try {
    readConfig({ DATA_DIR: '/dev/null' });
  } catch (error) {
    thrown = error;
  }
  expect(startupErrorMessage(thrown)).toMatch(/^\/dev\/null cannot be used/);
});

test.each([
  ['main.ts', { NODE_ENV: 'production' }, /^In production set DATABASE_URL, [^\n]*\n$/],
  [
    'ops/cli/verify-ledger.ts',
    { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' },
    /^The database .*127.0.0.1:1\n$/,
  ],
])('%s ends with 1 and one clear sentence: %j', (command, settings, told) => {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: `${tmpdir()}/duewell-plainly-${process.pid}`, ...settings };
  const done = spawnSync(process.execPath, [`src/server/${command}`], { env, encoding: 'utf8' });
  expect(done).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(told) });
});
