import { assert } from './assert.ts';

/** Alphabet of verification codes: 23 letters and digits, none easily taken for another. */
export const CODE_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

const LENGTH = 11;
const PRIME = CODE_ALPHABET.length;
const CHECKED_LENGTH = LENGTH + 1;
// Inverse of the check character's weight: 12 × 2 is one more than 23.
const INVERSE = 2;

/**
 * A verification code as printed: `7KQ3-MX9T-4FHW`; the last character is a checksum against typing errors.
 */
export function formatVerificationCode(code: string): string {
  const checkedCode = `${code}${checkOf(code)}`;
  return `${checkedCode.slice(0, 4)}-${checkedCode.slice(4, 8)}-${checkedCode.slice(8)}`;
}

/** Parses a typed verification code, however it is spaced; null when the checksum does not match. */
export function parseVerificationCode(typed: string): string | null {
  const normalised = typed.toUpperCase().replace(/[\s.\-\u2010-\u2015]/g, '');
  if (normalised.length !== CHECKED_LENGTH || !isInAlphabet(normalised)) return null;
  const code = normalised.slice(0, LENGTH);
  return checkOf(code) === normalised.slice(LENGTH) ? code : null;
}

// Each position has its own weight modulo a prime, so no single wrong character and no swap keeps the sum.
function checkOf(code: string): string {
  assert(code.length === LENGTH && isInAlphabet(code), 'a code has eleven of its letters');
  const sum = Array.from(code).reduce((all, char, at) => all + (at + 1) * CODE_ALPHABET.indexOf(char), 0);
  return CODE_ALPHABET.charAt(((PRIME - (sum % PRIME)) * INVERSE) % PRIME);
}

const isInAlphabet = (text: string) => Array.from(text).every((char) => CODE_ALPHABET.includes(char));
