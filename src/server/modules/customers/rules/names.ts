// Titles ignored in comparison.
const TITLES = new Set(
  (
    'mr mrs miss ms mister madam madame sir dr doctor chief alhaji alhaja alh hajia hajiya mallam malam engr engineer prof ' +
    'professor pastor pst rev reverend barr barrister arc architect hon honourable oga aunty auntie uncle brother bro sister sis'
  ).split(' '),
);
// Company suffixes ignored in comparison.
const COMPANY_FORMS = new Set(
  'ltd limited plc llc inc co company nig nigeria enterprise enterprises'.split(' '),
);
const JOINING_WORDS = new Set(['and', 'the']);
const MIN_LENGTH_ONE_TYPO = 4;
const MIN_LENGTH_TWO_TYPOS = 7;
const MIN_PREFIX = 3;

/** Words of a name as they are compared: small letters without accents, dots and apostrophes. */
export const nameWords = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}.'’`]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Best matches for a name: exact; else without title or company suffix; else partial; else with typos. */
export function matchByName<T extends { name: string }>(query: string, all: readonly T[]): T[] {
  const words = nameWords(query);
  if (words.length === 0) return [];
  const ranked = all.map((one) => ({ one, rank: matchRank(words, nameWords(one.name)) }));
  const best = Math.min(...ranked.map(({ rank }) => rank));
  return Number.isFinite(best) ? ranked.flatMap(({ one, rank }) => (rank === best ? [one] : [])) : [];
}

// Lower is a closer match.
function matchRank(query: readonly string[], name: readonly string[]): number {
  const [queryCore, nameCore] = [coreWords(query), coreWords(name)];
  const tests = [
    () => equalWords(query, name),
    () => equalWords(queryCore, nameCore),
    () => queryCore.every((word) => nameCore.includes(word)),
    // "Chief", where one customer is called so.
    () => query.every((word) => name.includes(word)),
    () => queryCore.join('') === nameCore.join(''),
    () => queryCore.every((word) => nameCore.some((other) => hasPrefix(other, word))),
    () =>
      queryCore.every((word) => nameCore.some((other) => word === other || typoDistance(word, other) === 1)),
    () => queryCore.every((word) => nameCore.some((other) => typoDistance(word, other) <= 2)),
    () => typoDistance(queryCore.join(''), nameCore.join('')) <= 2,
  ];
  const rank = tests.findIndex((test) => test());
  return rank < 0 ? Infinity : rank;
}

const equalWords = (a: readonly string[], b: readonly string[]) => a.join(' ') === b.join(' ');
const hasPrefix = (word: string, prefix: string) =>
  word === prefix || (prefix.length >= MIN_PREFIX && word.startsWith(prefix));

/** A name without its title, form of company and joining words, unless nothing would be left. */
function coreWords(words: readonly string[]): readonly string[] {
  const remaining = words.filter(
    (word, at) =>
      !(at === 0 && TITLES.has(word)) && !(at > 0 && COMPANY_FORMS.has(word)) && !JOINING_WORDS.has(word),
  );
  return remaining.length === 0 ? words : remaining;
}

/** Edit distance with transpositions; Infinity beyond the typos allowed for the word length. */
function typoDistance(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  const maxTypos = shorter >= MIN_LENGTH_TWO_TYPOS ? 2 : shorter >= MIN_LENGTH_ONE_TYPO ? 1 : 0;
  if (Math.abs(a.length - b.length) > maxTypos) return Infinity;
  const distance = distanceBetween(a, b);
  return distance <= maxTypos ? distance : Infinity;
}

function distanceBetween(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? i) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
