/** The first address for mail in a text, small letters. */
export function emailIn(text: string): string | null {
  const found = /[\p{L}0-9._%+-]{1,64}\s?@\s?[\p{L}0-9-]{1,63}(?:\.[\p{L}0-9-]{2,24}){1,4}/u.exec(
    text.replace(/ \./g, '.'),
  );
  return found ? found[0].replace(/\s/g, '').replace(/\.+$/, '').toLowerCase() : null;
}

/** The first telephone number in a text: Nigerian ones as `+234…`, others as printed without spaces. */
export function phoneIn(text: string): string | null {
  for (const found of text.matchAll(/(?<![\d.,/])\+?\(?\d[\d ().-]{7,20}\d(?![\d,/])/g)) {
    const digits = found[0].replace(/\D/g, '');
    const plus = found[0].startsWith('+');
    if (/^0[789][01]\d{8}$/.test(digits)) return `+234${digits.slice(1)}`;
    if (/^234[789][01]\d{8}$/.test(digits)) return `+${digits}`;
    if (plus && digits.length >= 9 && digits.length <= 15) return `+${digits}`;
  }
  return null;
}

/** The names of the hosts in a text, without endings: `shop` of www.shop.com.ng. */
export function hostsIn(text: string): string[] {
  const common = new Set([
    'gmail',
    'yahoo',
    'hotmail',
    'outlook',
    'icloud',
    'example',
    'mail',
    'www',
    'aol',
    'ymail',
  ]);
  const hosts = text.toLowerCase().matchAll(/(?:@|www\.|https?:\/\/(?:www\.)?)([a-z0-9-]{3,40})\.[a-z]{2,}/g);
  return [...hosts].map((found) => found[1] ?? '').filter((host) => !common.has(host));
}
