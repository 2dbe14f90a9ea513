import { expect, test, vi } from 'vitest';
import { measure, type Medians } from './enumeration.ts';

// `SAMPLES=500 npx vitest run tests/security` measures at length and prints what it found.
const atLength = Number(process.env.SAMPLES ?? 0);
const MOST_MS = 5;
const HUGE = '1000000';

// A few samples on a machine that does much else tell less than many on one that does not, where an empty call takes
// less than one of five milliseconds.
const mostFor = ({ knownMs, floorMs }: Medians) =>
  atLength ? MOST_MS : Math.max(MOST_MS, knownMs / 4, MOST_MS * floorMs);
const isApart = (one: Medians) => one.differMs > mostFor(one);

test('nobody learns from an answer, or from how long it takes, whether an address has an account', async () => {
  // The hash compared where there is no account was made when the product was loaded.
  vi.stubEnv('HASHING_COST', 'real');
  vi.resetModules();
  const { newOwner, testApp } = await import('../harness.ts');
  const app = await testApp({ RATE_LOGIN_FAILURES_PER_15_MIN: HUGE, RATE_LOGIN_FAILURES_PER_ADDRESS: HUGE });
  const owner = await newOwner(app, { register: false });
  let found = await measure(app, owner.email, atLength || 15);
  if (!atLength && found.some(isApart)) found = await measure(app, owner.email, 45);
  if (atLength) console.table(found);
  expect(found.filter(({ alike }) => !alike)).toEqual([]);
  expect(found.filter(isApart)).toEqual([]);
  await app.close();
}, 600_000);
