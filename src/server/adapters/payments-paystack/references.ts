// Paystack takes letters, digits, `-`, `.` and `=` in the reference of a transaction, but no underscore. Ours are made of
// letters, digits, `-` and `_`, so a point stands for the underscore, and `=` marks the transaction of the transfer
// account. Nothing else of ours has a point or a `=` in it: either way back is one to one.
const ACCOUNT_SUFFIX = '=bt';
const OURS = /^[A-Za-z0-9_-]{1,90}$/;

/** Our reference in Paystack's alphabet; null when it cannot be written there. */
export function wireOf(reference: string): string | null {
  return OURS.test(reference) && /[A-Za-z0-9]/.test(reference) ? reference.replaceAll('_', '.') : null;
}

/** The reference of the transaction that stands behind the transfer account. */
export const accountWireOf = (wire: string): string => wire + ACCOUNT_SUFFIX;

export const isAccountWire = (wire: string): boolean => wire.endsWith(ACCOUNT_SUFFIX);

/** Our reference back from either. References made elsewhere stay as they are. */
export function oursOf(wire: string): string {
  const plain = isAccountWire(wire) ? wire.slice(0, -ACCOUNT_SUFFIX.length) : wire;
  const ours = plain.replaceAll('.', '_');
  return !plain.includes('_') && wireOf(ours) === plain ? ours : wire;
}

/** Whether a text can stand in an address as a reference; points alone would lead elsewhere. */
export const isReference = (text: string): boolean => text.length <= 200 && /[^.]/.test(text);
