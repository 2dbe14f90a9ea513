import { assert } from './assert.ts';

/** Alphabet of verification codes: 23 letters and digits, none easily taken for another. */
export const PAPER_LETTERS = '34679ACDEFGHJKMNPQRTWXY';

const LENGTH = 11;
const PRIME = PAPER_LETTERS.length;
const CHECK_PLACE = LENGTH + 1;
// Inverse of the check character's weight: 12 × 2 is one more than 23.
const INVERSE = 2;

/**
 * A verification code as printed: `7KQ3-MX9T-4FHW`; the last character is a checksum against typing errors.
 */
export function paperCodeText(code: string): string {
  const whole = `${code}${checkOf(code)}`;
  return `${whole.slice(0, 4)}-${whole.slice(4, 8)}-${whole.slice(8)}`;
}

/** Parses a typed verification code, however it is spaced; null when the checksum does not match. */
export function readPaperCode(typed: string): string | null {
  const whole = typed.toUpperCase().replace(/[\s.\-\u2010-\u2015]/g, '');
  if (whole.length !== CHECK_PLACE || !isWritten(whole)) return null;
  const code = whole.slice(0, LENGTH);
  return checkOf(code) === whole.slice(LENGTH) ? code : null;
}

// Each position has its own weight modulo a prime, so no single wrong character and no swap keeps the sum.
function checkOf(code: string): string {
  assert(code.length === LENGTH && isWritten(code), 'a code has eleven of its letters');
  const sum = Array.from(code).reduce((all, letter, at) => all + (at + 1) * PAPER_LETTERS.indexOf(letter), 0);
  return PAPER_LETTERS.charAt(((PRIME - (sum % PRIME)) * INVERSE) % PRIME);
}

const isWritten = (text: string) => Array.from(text).every((letter) => PAPER_LETTERS.includes(letter));
