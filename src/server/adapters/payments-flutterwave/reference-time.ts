const OWN_ID = /^[a-z]{3}[-_]([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/;
const BASE32_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Time a reference was created, decoded from our own ids, which begin with it; null for any other. */
export function createdAtOf(reference: string): Date | null {
  const encoded = OWN_ID.exec(reference)?.[1];
  if (!encoded) return null;
  const ms = [...encoded].reduce((sum, digit) => sum * 32 + BASE32_DIGITS.indexOf(digit), 0);
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? null : at;
}
