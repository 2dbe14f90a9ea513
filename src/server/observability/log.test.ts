import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../tests/harness.ts';
import { createLog } from './log.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const SECRET = '0108024071';

test('a failed query is logged with its code and place, without the values it carried', async () => {
  const refused = await app.system.db
    .insertInto('rate_counters')
    .values({ name: SECRET, subject: SECRET, window_start: new Date(), used: null as never })
    .execute()
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  let written = '';
  const log = createLog('info', { write: (line) => void (written += line) });
  log.error({ err: refused, requestId: 'req_1' }, 'A request failed');
  log.error({ err: new Error('outer', { cause: refused }) }, 'A job failed');
  log.error({ err: { password: SECRET } }, 'Thrown by somebody careless');
  log.error({ err: { message: 'the queue is gone', detail: SECRET } }, 'Only shaped like an error');
  expect(written).toContain('"code":"23502"');
  expect(written).toContain('null value in column');
  expect(written).toContain('"stack"');
  expect(written).toContain('the queue is gone');
  expect(written).not.toContain(SECRET);
});
