import { existsSync } from 'node:fs';

// Without windows it draws the same and does with half the work, but takes no extensions.
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium of this machine: the one CHROMIUM_PATH names, or one in a usual place; null when there is none. */
export function findChromium(): string | null {
  return named() ?? first([WITHOUT_WINDOWS, ...places]);
}

/** As `findChromium`, one that takes extensions. */
export function findWholeChromium(): string | null {
  return named() ?? first(places);
}

const first = (paths: readonly string[]): string | null => paths.find((path) => existsSync(path)) ?? null;

function named(): string | null {
  const path = process.env.CHROMIUM_PATH;
  return path ? first([path]) : null;
}
