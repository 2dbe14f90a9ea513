import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isLong } from './tests/length.ts';
import { LongestFirst } from './tests/longest-first.ts';

const onServer = Boolean(process.env.TEST_DATABASE_URL);

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tests/journeys/**', ...(onServer ? [] : ['**/*.pg.test.ts'])],
    setupFiles: ['tests/setup.ts'],
    alias: { '@node-rs/argon2': join(import.meta.dirname, 'tests/quick-argon2.ts') },
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Loading the whole service anew for every file took a third of the time; nothing in it is kept in modules.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // These end what hangs; the machine may have other work.
    testTimeout: isLong ? 900_000 : 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
