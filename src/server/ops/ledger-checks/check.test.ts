import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { type TestApp, testApp } from '../../../../tests/harness.ts';
import { checkLedger } from './check.ts';
import { invariants } from './invariants.ts';
import { corruptions, fullLedger, inCorrupted } from './testing.ts';

let app: TestApp;

beforeAll(async () => {
  const fake = createFakeProvider();
  app = await testApp({}, { ports: paidBy(fake) });
  await fullLedger(app, fake);
});
afterAll(() => app.close());

test('every promise has a corruption that breaks it', () => {
  const broken = corruptions.map(({ breaks }) => breaks);
  expect([...new Set(broken)].sort()).toEqual(invariants.map(({ id }) => id).sort());
});

test('untouched books hold', async () => {
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});

test.each(corruptions)('a breach of $breaks is found: $sql', async ({ breaks, sql }) => {
  const findings = await inCorrupted(app, sql, checkLedger);
  expect(findings.filter(({ breaches }) => breaches.length > 0).map(({ id }) => id)).toContain(breaks);
});
