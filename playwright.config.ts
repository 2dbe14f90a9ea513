import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/browser.ts';

// What starts services of its own needs no demonstration, and is played while that lives through its year.
const OWN_SERVICE = ['extension.e2e.ts', 'operator.e2e.ts', 'providers.e2e.ts'];

export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'demonstration', testMatch: 'demonstration.setup.ts' },
    { name: 'own services', testMatch: OWN_SERVICE },
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: OWN_SERVICE, dependencies: ['demonstration'] },
  ],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Two browsers and two services share two cores in CI: a journey that fails once is tried again, and named at the end.
  retries: process.env.CI ? 1 : 0,
  // These end what hangs. Everything is waited for much longer than it takes, because the machine may have other work.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  globalTimeout: 3_600_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: process.env.JOURNEYS_REPORT ?? 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Tests of the worker itself allow it; elsewhere it would only fetch files nobody asks for.
    serviceWorkers: 'block',
    // One browser context a worker, emptied between tests: a fresh one fetches and compiles the whole app again, which
    // was half of the journeys' processor time.
    reuseContext: true,
    // Drawing what moves was a fifth of the processor time; a journey about movement asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording costs a quarter of the time: `--trace retain-on-failure` records.
    trace: 'off',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
