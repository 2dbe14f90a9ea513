// Titles ignored in comparison.
const TITLES = new Set(
  (
    'mr mrs miss ms mister madam madame sir dr doctor chief alhaji alhaja alh hajia hajiya mallam malam engr engineer prof ' +
    'professor pastor pst rev reverend barr barrister arc architect hon honourable oga aunty auntie uncle brother bro sister sis'
  ).split(' '),
);
// Company suffixes ignored in comparison.
const FORMS = new Set('ltd limited plc llc inc co company nig nigeria enterprise enterprises'.split(' '));
const JOINS = new Set(['and', 'the']);
const LETTERS_FOR_ONE_SLIP = 4;
const LETTERS_FOR_TWO_SLIPS = 7;
const LEAST_BEGINNING = 3;

/** Words of a name as they are compared: small letters without accents, dots and apostrophes. */
export const nameWords = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}.'’`]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Best matches for a name: exact; else without title or company suffix; else partial; else with typos. */
export function called<T extends { name: string }>(said: string, all: readonly T[]): T[] {
  const words = nameWords(said);
  if (words.length === 0) return [];
  const ranked = all.map((one) => ({ one, rank: likeness(words, nameWords(one.name)) }));
  const best = Math.min(...ranked.map(({ rank }) => rank));
  return Number.isFinite(best) ? ranked.flatMap(({ one, rank }) => (rank === best ? [one] : [])) : [];
}

// Lower is a closer match.
function likeness(said: readonly string[], name: readonly string[]): number {
  const [core, whole] = [essence(said), essence(name)];
  const tests = [
    () => same(said, name),
    () => same(core, whole),
    () => core.every((word) => whole.includes(word)),
    () => core.join('') === whole.join(''),
    () => core.every((word) => whole.some((other) => begins(other, word))),
    () => core.every((word) => whole.some((other) => word === other || slips(word, other) === 1)),
    () => core.every((word) => whole.some((other) => slips(word, other) <= 2)),
    () => slips(core.join(''), whole.join('')) <= 2,
  ];
  const rank = tests.findIndex((test) => test());
  return rank < 0 ? Infinity : rank;
}

const same = (a: readonly string[], b: readonly string[]) => a.join(' ') === b.join(' ');
const begins = (word: string, beginning: string) =>
  word === beginning || (beginning.length >= LEAST_BEGINNING && word.startsWith(beginning));

/** A name without its title, form of company and joining words, unless nothing would be left. */
function essence(words: readonly string[]): readonly string[] {
  const kept = words.filter(
    (word, at) => !(at === 0 && TITLES.has(word)) && !(at > 0 && FORMS.has(word)) && !JOINS.has(word),
  );
  return kept.length === 0 ? words : kept;
}

/** Edit distance with transpositions; Infinity beyond the typos allowed for the word length. */
function slips(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  const most = shorter >= LETTERS_FOR_TWO_SLIPS ? 2 : shorter >= LETTERS_FOR_ONE_SLIP ? 1 : 0;
  if (Math.abs(a.length - b.length) > most) return Infinity;
  const distance = distanceBetween(a, b);
  return distance <= most ? distance : Infinity;
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
