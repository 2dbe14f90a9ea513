import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

const real: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2');

/**
 * Stands in for the library in tests, at the least cost it allows: hashing is slow on purpose, and was a tenth of their
 * time. A test that is about the cost itself sets `HASHING_COST=real` (vi.stubEnv).
 */
export const hash: typeof real.hash = (secret, options) =>
  real.hash(
    secret,
    process.env.HASHING_COST === 'real' ? options : { ...options, memoryCost: 8, timeCost: 1 },
  );

/** The cost of each comparison, as the hash says it. */
export const verified: string[] = [];

export const verify: typeof real.verify = (hashed, ...rest) => {
  verified.push(hashed.toString().split('$').slice(1, 4).join('$'));
  return real.verify(hashed, ...rest);
};
