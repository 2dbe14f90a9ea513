import { createHmac, randomBytes } from 'node:crypto';

// RFC 6238 as every authenticator app has it: SHA-1, six digits, steps of 30 seconds.
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_LENGTH = 32;
/** Steps before and after the present one that are taken, for clocks that go wrong and slow fingers. */
const STEP_TOLERANCE = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A fresh secret of 160 bits in base 32. */
export const newSecret = (): string =>
  Array.from(randomBytes(SECRET_LENGTH), (byte) => BASE32[byte & 31]).join('');

/** The code of a time step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export const stepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The time step a code belongs to, or null. Steps up to `usedStep` are over: no code is taken twice. */
export function matchingStep(secret: string, code: string, now: Date, usedStep: number): number | null {
  const present = stepOf(now);
  for (let step = present - STEP_TOLERANCE; step <= present + STEP_TOLERANCE; step++)
    if (step > usedStep && codeAt(secret, step) === code) return step;
  return null;
}

/** otpauth URI for the QR code of an authenticator app. */
export function otpauthUri(secret: string, email: string): string {
  const label = encodeURIComponent(`Duewell:${email}`);
  return `otpauth://totp/${label}?secret=${secret}&issuer=Duewell&algorithm=SHA1&digits=${DIGITS}&period=30`;
}

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (char) => BASE32.indexOf(char).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}
