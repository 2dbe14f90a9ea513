import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Lower-case hex of the HMAC over the very bytes that arrived. */
export function hexHmac(algorithm: 'sha256' | 'sha512', secret: string, raw: Uint8Array): string {
  return createHmac(algorithm, secret).update(raw).digest('hex');
}

/** Compares two texts in constant time. */
export function sameText(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
