import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The kinds of record, by the prefix of their ids. */
export type IdPrefix =
  | 'usr'
  | 'biz'
  | 'ses'
  | 'cus'
  | 'inv'
  | 'pay'
  | 'chk'
  | 'alc'
  | 'wdr'
  | 'rfd'
  | 'stf'
  | 'psh'
  | 'shr'
  | 'bat'
  | 'frz'
  | 'rcn'
  | 'dsc'
  | 'fil'
  | 'act'
  | 'mai'
  | 'evt'
  | 'req'
  | 'thr'
  | 'msg'
  | 'rem'
  | 'prm'
  | 'clm'
  | 'adj'
  | 'crn'
  | 'quo'
  | 'qev'
  | 'wht'
  | 'bac'
  | 'sti'
  | 'stl'
  | 'prp'
  | 'rdg'
  | 'dky'
  | 'con'
  | 'prq'
  | 'psk'
  | 'pln'
  | 'svc'
  | 'cct';

/** A prefixed id such as `inv_01k…`: opaque, unique, and ordered by the time it was made. */
type Id<P extends IdPrefix> = `${P}_${string}`;

/** Makes an id from the given instant (48 bits) and 80 random bits, in Crockford base 32. */
export function newId<P extends IdPrefix>(prefix: P, now: Date): Id<P> {
  return `${prefix}_${encodeTime(now.getTime())}${encodeRandom()}`;
}

/** Sorts before every id of this kind that was made at the instant or later. */
export function earliestId(prefix: IdPrefix, at: Date): string {
  return `${prefix}_${encodeTime(at.getTime())}`;
}

/** Whether a string has the shape of one of our ids of this kind. */
export function isId<P extends IdPrefix>(prefix: P, value: string): value is Id<P> {
  return value.startsWith(`${prefix}_`) && /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/.test(value);
}

/** An unguessable token of `bytes` random bytes (32: 256 bits) in base64url, for links and sessions. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

function encodeTime(ms: number): string {
  let out = '';
  for (let rest = ms, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) out = `${ALPHABET[rest % 32]}${out}`;
  return out;
}

function encodeRandom(): string {
  return Array.from(randomBytes(16), (byte) => ALPHABET[byte & 31]).join('');
}
