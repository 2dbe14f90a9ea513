import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PATCHES = join(import.meta.dirname, 'patches');

// The long run seeds them one at a time; here it only shows when the sources have moved on from one.
test('every seeded bug still fits the sources', () => {
  const patches = readdirSync(PATCHES).filter((name) => name.endsWith('.patch'));
  expect(patches.length).toBeGreaterThan(6);
  const moved = patches.filter((name) => {
    try {
      execFileSync('git', ['apply', '--check', '--whitespace=nowarn', join(PATCHES, name)], {
        stdio: 'pipe',
      });
      return false;
    } catch {
      return true;
    }
  });
  expect(moved).toEqual([]);
});
