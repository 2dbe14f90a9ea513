import { KNOWN, MONTHS, VOCABULARY, WEEKDAYS } from './lexicon.ts';
import { NAMES } from './name-words.ts';
import { REAL_WORDS } from './real-words.ts';

/** Context of a word; before and after are its neighbours in lower case. */
type Place = { first: boolean; named: boolean; before: string | null; after: string | null };

// After these words a name is likely, so only clear misspellings are corrected.
const BEFORE_NAMES = new Set(
  'for to invoice bill charge remind give customer client from of named called mama mr mrs dr oga alhaji madam'.split(
    ' ',
  ),
);
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const SHORTEST_FOR_TWO = 8;
const byDeletion = new Map<string, string[]>();
for (const word of VOCABULARY)
  for (const shape of new Set([
    word,
    ...deletions(word),
    ...(word.length >= SHORTEST_FOR_TWO ? deletions(word).flatMap(deletions) : []),
  ]))
    byDeletion.set(shape, [...(byDeletion.get(shape) ?? []), word]);

const bySkeleton = new Map<string, string[]>();
for (const word of VOCABULARY)
  bySkeleton.set(consonants(word), [...(bySkeleton.get(consonants(word)) ?? []), word]);

/** The most likely word of the vocabulary, or the word itself. `word` is in lower case. */
export function mend(word: string, place: Place): string {
  if (word.length < 3 || word.length > 16 || VOCABULARY.has(word) || isKnown(word)) return word;
  if (!/^[a-z]+$/.test(word)) return word;
  const named = place.named && !place.first;
  const nameLikely = place.before !== null && BEFORE_NAMES.has(place.before);
  const found = candidates(word)
    .map((meant) => ({ meant, cost: cost(word, meant) }))
    .filter(({ meant }) => !named || (word.length > 5 && (MONTHS.has(meant) || WEEKDAYS.has(meant))))
    .filter(({ meant, cost: c }) => c <= allowance(word, meant, nameLikely))
    .toSorted((a, b) => a.cost - b.cost || b.meant.length - a.meant.length);
  const [best, next] = found;
  if (!best || (next && next.cost === best.cost && next.meant.length === best.meant.length))
    return best?.meant ?? word;
  return best.meant;
}

const isKnown = (word: string): boolean => REAL_WORDS.has(word) || NAMES.has(word) || KNOWN.has(word);

// A name has vowels; a word without any is a shortened one.
function allowance(word: string, meant: string, nameLikely: boolean): number {
  const skeleton = !/[aeiou]/.test(word);
  if (skeleton && consonants(meant) === word) return 9;
  if (nameLikely && word.length < 6 && !skeleton) return 0;
  if (word.length < 4) return skeleton || (meant.length === word.length + 1 && !nameLikely) ? 1 : 0;
  if (word.length === 4) return 1;
  if (meant.length >= SHORTEST_FOR_TWO) return 2.5;
  return meant.length === SHORTEST_FOR_TWO - 1 ? 1.7 : 1.5;
}

function consonants(word: string): string {
  return word.replace(/[aeiou]/g, '');
}

function candidates(word: string): string[] {
  const shapes = [
    word,
    ...deletions(word),
    ...deletions(word).flatMap((shape) => (word.length > 6 ? deletions(shape) : [])),
  ];
  const skeleton = /[aeiou]/.test(word) ? [] : (bySkeleton.get(word) ?? []);
  return [...new Set([...shapes.flatMap((shape) => byDeletion.get(shape) ?? []), ...skeleton])];
}

function deletions(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** Letters added, lost, swapped or changed; a change to a letter far away on the keyboard costs more, and so does another first letter. */
function cost(word: string, meant: string): number {
  const rows = Array.from({ length: word.length + 1 }, (_, i) => [i, ...Array<number>(meant.length).fill(0)]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let j = 1; j <= meant.length; j++) if (rows[0]) rows[0][j] = j;
  for (let i = 1; i <= word.length; i++)
    for (let j = 1; j <= meant.length; j++) {
      const [a = '', b = ''] = [word[i - 1], meant[j - 1]];
      let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change(a, b));
      if (i > 1 && j > 1 && a === meant[j - 2] && word[i - 2] === b)
        best = Math.min(best, at(i - 2, j - 2) + 0.9);
      const row = rows[i];
      if (row) row[j] = best;
    }
  const swapped = word[0] === meant[1] && word[1] === meant[0];
  return at(word.length, meant.length) + (word[0] === meant[0] || swapped ? 0 : 1);
}

function change(a: string, b: string): number {
  if (a === b) return 0;
  const [first, second] = [placeOf(a), placeOf(b)];
  const near = Math.abs(first.row - second.row) <= 1 && Math.abs(first.column - second.column) <= 1;
  const vowels = 'aeiou'.includes(a) && 'aeiou'.includes(b);
  return near || vowels ? 1.1 : 1.6;
}

function placeOf(letter: string): { row: number; column: number } {
  const row = ROWS.findIndex((letters) => letters.includes(letter));
  return { row, column: (ROWS[row]?.indexOf(letter) ?? 0) + row * 0.25 };
}
