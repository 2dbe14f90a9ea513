import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { newToken } from '#core/ids.ts';

/** Argon2id as OWASP advises it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** One core is left to readers; the rest is queued. */
const MAX_CONCURRENT = Math.max(1, availableParallelism() - 1);
let running = 0;
const waiting: (() => void)[] = [];

/** A salted, slow hash of a password or PIN. Takes tens of milliseconds: never inside a transaction. */
export function hashSecret(secret: string): Promise<string> {
  return queued(() => hash(normalised(secret), COST));
}

const decoyHash = hashSecret(newToken());

/**
 * Compares a secret with its hash. Without a hash it returns false after the same time, so that its absence
 * does not show.
 */
export async function secretMatches(hashed: string | null, secret: string): Promise<boolean> {
  const against = hashed ?? (await decoyHash);
  const same = await queued(() => verify(against, normalised(secret)));
  return hashed !== null && same;
}

// The same letters may arrive composed or decomposed, depending on the keyboard.
function normalised(secret: string): string {
  return secret.normalize('NFKC');
}

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((go) => waiting.push(go));
  else running += 1;
  try {
    return await work();
  } finally {
    // Its slot goes to the longest waiting.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
