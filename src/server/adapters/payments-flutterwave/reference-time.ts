const OURS = /^[a-z]{3}[-_]([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/;
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Time a reference was created, decoded from our own ids, which begin with it; null for any other. */
export function madeAtOf(reference: string): Date | null {
  const told = OURS.exec(reference)?.[1];
  if (!told) return null;
  const ms = [...told].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? null : at;
}
