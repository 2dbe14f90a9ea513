import { existsSync } from 'node:fs';

// The one without windows comes first: it draws the same and does with half the work.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium of this machine: the one CHROMIUM_PATH names, or one in a usual place; null when there is none. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  return named && existsSync(named) ? named : (places.find((place) => existsSync(place)) ?? null);
}
