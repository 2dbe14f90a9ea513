/** The words of a name in plain capitals: `Ṣadé O'Brien-Ìyá` is SADE OBRIEN IYA. */
function normalizedWords(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !TITLES.has(word));
}

const TITLES = new Set([
  'MR',
  'MRS',
  'MS',
  'MISS',
  'DR',
  'CHIEF',
  'ALHAJI',
  'ALHAJA',
  'PROF',
  'ENGR',
  'LTD',
  'LIMITED',
]);

/**
 * Whether the name a bank tells is so unlike the written one that a person should look: banks turn names around, add
 * middle ones and leave titles out, so two words in common are enough, or every word of the shorter one.
 */
export function namesDiffer(enteredName: string, bankName: string): boolean {
  const [a, b] = [new Set(normalizedWords(enteredName)), new Set(normalizedWords(bankName))];
  if (a.size === 0 || b.size === 0) return true;
  const common = [...a].filter((word) => b.has(word)).length;
  return common < Math.min(2, a.size, b.size);
}
