/** Small letters without accents; everything but letters and digits becomes a space. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/æ/g, 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** As `foldText`, with characters that OCR confuses made equal. */
export const foldConfusables = (text: string): string =>
  foldText(text).replace(/[0]/g, 'o').replace(/[1i|]/g, 'l').replace(/5/g, 's').replace(/8/g, 'b');

/** How many letters must change to make one of the other, at most `limit` + 1. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      now.push(Math.min(change, (before[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1));
    }
    if (Math.min(...now) > limit) return limit + 1;
    before = now;
  }
  return before[b.length] ?? limit + 1;
}

/** How many wrong letters a word of that length may have. */
export const maxTypos = (length: number): number => (length >= 9 ? 2 : length >= 5 ? 1 : 0);

/** How alike two names are, 0 to 1, by their letters and digits alone. */
export function similarity(a: string, b: string): number {
  const [one, other] = [foldText(a).replace(/ /g, ''), foldText(b).replace(/ /g, '')];
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 0;
  return 1 - editDistance(one.slice(0, 120), other.slice(0, 120), longest) / longest;
}
