const MICRO_DIGITS = 6;

/** `1,234`: a whole number as people read it. The platform's formatter takes a phone tens of milliseconds to make. */
export function formatCount(count: number): string {
  const digits = String(Math.abs(count));
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])];
  return `${count < 0 ? '-' : ''}${groups.join(',')}`;
}

/** Millionths as people write a quantity: 1_500_000 is `1.5`. */
export function formatQuantity(micro: number): string {
  const digits = String(Math.abs(micro)).padStart(MICRO_DIGITS + 1, '0');
  const fraction = digits.slice(-MICRO_DIGITS).replace(/(?<!0)0+$/, '');
  const whole = formatCount(Number(digits.slice(0, -MICRO_DIGITS)));
  return `${micro < 0 ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** `1 invoice`, `1,234 invoices`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `a`, `a and b`, `a, b and c`; nothing for no words. */
export const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
