import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { canaries } from './canary.ts';
import { beginWithWindow } from './clock-ahead.ts';
import { consoleErrors, pendingResponses } from './console-capture.ts';
import { isLong } from './length.ts';

beginWithWindow();

beforeEach(() => {
  consoleErrors.length = 0;
});

// A test that expects an error on the console replaces console.error itself (vi.spyOn); anything that
// still reaches this one is news to the author and fails the test.
afterEach(() => {
  expect(consoleErrors, 'console.error was called and nothing expected it').toEqual([]);
});

if (isLong) (await import('fast-check')).default.configureGlobal({ numRuns: 2_000 });

// Whatever the file's tests were about: nothing secret got where it must not be (tests/canary.ts).
afterAll(async () => {
  await Promise.all(pendingResponses);
  const findings = canaries.findings();
  canaries.forget();
  expect(findings, 'a secret was told').toEqual([]);
});
