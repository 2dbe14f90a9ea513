import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { legalTexts } from './all.ts';

// A changed text gets a new date in core/legal.ts, so that consent is requested again, and its hash is
// updated here.
const inForce: Record<string, string> = {
  '/privacy 2026-11-22': '64d3bf6cf7b6',
  '/terms 2026-11-01': '378f53da7a9e',
};

test('the words people agree to are those of the day they carry', () => {
  const found = legalTexts
    .filter(({ path }) => path !== '/cookies')
    .map(({ path, since, sections, lead }) => [
      `${path} ${since}`,
      createHash('sha256')
        .update(JSON.stringify([lead, sections]))
        .digest('hex')
        .slice(0, 12),
    ]);
  expect(Object.fromEntries(found)).toEqual(inForce);
});
