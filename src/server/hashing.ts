import { hash, verify } from '@node-rs/argon2';
import { newToken } from '#core/ids.ts';

/** Argon2id as OWASP advises it: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** A salted, slow hash of a password or PIN. Takes tens of milliseconds: never inside a transaction. */
export function hashSecret(secret: string): Promise<string> {
  return hash(plain(secret), COST);
}

const nobody = hashSecret(newToken());

/** Whether a secret is the hashed one. Without a hash it is false after the same time, so that nobody learns there is none. */
export async function secretMatches(hashed: string | null, secret: string): Promise<boolean> {
  const same = await verify(hashed ?? (await nobody), plain(secret));
  return hashed !== null && same;
}

// The same letters may arrive composed or decomposed, depending on the keyboard.
function plain(secret: string): string {
  return secret.normalize('NFKC');
}
