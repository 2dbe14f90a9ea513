import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/browser.ts';

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Two browsers and two services share two cores in CI: what fails once by the clock is tried again, and named at the end.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  globalTimeout: 900_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: process.env.JOURNEYS_REPORT ?? 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    actionTimeout: 15_000,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Tests of the worker itself allow it; elsewhere it would only fetch files nobody asks for.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording costs a quarter of the time, and nobody sees what a machine without a desk recorded.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
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
