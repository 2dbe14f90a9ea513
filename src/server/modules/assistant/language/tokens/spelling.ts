import { KNOWN, MONTHS, VOCABULARY, WEEKDAYS } from '../vocabulary/lexicon.ts';
import { NAMES } from '../vocabulary/names.ts';

/** Context of a word; before and after are its neighbours in lower case. */
type WordContext = {
  startsSentence: boolean;
  capitalized: boolean;
  before: string | null;
  after: string | null;
};

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
export function correctSpelling(word: string, place: WordContext): string {
  if (word.length < 3 || word.length > 16 || VOCABULARY.has(word) || isKnown(word)) return word;
  if (!/^[a-z]+$/.test(word)) return word;
  const isCapitalized = place.capitalized && !place.startsSentence;
  const nameLikely = place.before !== null && BEFORE_NAMES.has(place.before);
  const ranked = candidates(word)
    .map((target) => ({ meant: target, cost: editCost(word, target) }))
    .filter(
      ({ meant: target }) =>
        !isCapitalized || (word.length > 5 && (MONTHS.has(target) || WEEKDAYS.has(target))),
    )
    .filter(({ meant: target, cost: c }) => c <= maxCost(word, target, nameLikely))
    .toSorted((a, b) => a.cost - b.cost || b.meant.length - a.meant.length);
  const [best, next] = ranked;
  if (!best || (next && next.cost === best.cost && next.meant.length === best.meant.length))
    return best?.meant ?? word;
  return best.meant;
}

/** Correct words and names close to the vocabulary; never corrected. */
const REAL_WORDS: ReadonlySet<string> = new Set(
  `
    accounts adds amounts arise augusta balanced balances balls ban banks banky beast being bells bet
    bets bien billy bind bing bink bins blank blow boring brig brill brings briny bulls cancels case
    chang changed changes charged charger charges chased chaser chases chaste checks chick chose
    christmases chuck clint cold collect collector collects comet confirms contacted contract contracts
    coot couldn crate created creates crete cult curt custom customary customs cute cuts daft day
    deadlines deb debut deceived decline deemer deleted deline delivers dents det discord dismount
    dispatched dispatcher dispatches displays disturbs dollar drafty drat drift drifts ease edet eights
    emails erased eraser ever excluded fiend fin finds fined fist fitch fletch forest form fort forth
    forwards fridays fro generated generates generator gent gets given giver gives hundreds included
    includes issued issues knack knocks lasts least les lists lit mae maker makes mal mali marks men
    millions moe mondays moore morse munch net news newt nude numbers opens owned owning pad parson
    parton patents patrols peoples performances persona persons phoned phones phoney pig pin plaid
    pleased pleases pout predicts prepared prepares priced prices pricey pride prince printed produced
    producer produces product projecting projector projects protect protected protection pulls punt
    puts putt putz quarters quartet raining raised raises receive receiver receivers receives records
    registered registers registrar registry reindeer relieved remanded reminded reminding reminds
    removed remover removes render renders resorts retaining revenge revived rise ruin rune rung runs
    runt sable sakes sal salem salle salve saturdays saved saver saves scale scales scrape scraps scrip
    seattle seconds seed seek seem seen seer sees sele sen sends settles sevens shard shared shares
    shave shire shore shouldn shown shows sith slave smee snare soles sow spend stale star starr starts
    statements steven stuart sturdy suave sule sundays tan taxi tent thane there thirds thirsty
    thousands thrash threes threw thursdays tomorrows transfers transform trashy tree tuesdays updated
    updates very vie views wednesdays were wheat width wit witch withdrawals withdrawn withdrew woes
    wouldn writ writer writes wrote yearn  `
    .trim()
    .split(/\s+/),
);

const isKnown = (word: string): boolean => REAL_WORDS.has(word) || NAMES.has(word) || KNOWN.has(word);

// A name has vowels; a word without any is a shortened one.
function maxCost(word: string, target: string, nameLikely: boolean): number {
  const skeleton = !/[aeiou]/.test(word);
  if (skeleton && consonants(target) === word) return 9;
  if (nameLikely && word.length < 6 && !skeleton) return 0;
  if (word.length < 4) return skeleton || (target.length === word.length + 1 && !nameLikely) ? 1 : 0;
  if (word.length === 4) return 1;
  if (target.length >= SHORTEST_FOR_TWO) return 2.5;
  return target.length === SHORTEST_FOR_TWO - 1 ? 1.7 : 1.5;
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
function editCost(word: string, target: string): number {
  const rows = Array.from({ length: word.length + 1 }, (_, i) => [
    i,
    ...Array<number>(target.length).fill(0),
  ]);
  const cellAt = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let j = 1; j <= target.length; j++) if (rows[0]) rows[0][j] = j;
  for (let i = 1; i <= word.length; i++)
    for (let j = 1; j <= target.length; j++) {
      const [a = '', b = ''] = [word[i - 1], target[j - 1]];
      let best = Math.min(
        cellAt(i - 1, j) + 1,
        cellAt(i, j - 1) + 1,
        cellAt(i - 1, j - 1) + substitutionCost(a, b),
      );
      if (i > 1 && j > 1 && a === target[j - 2] && word[i - 2] === b)
        best = Math.min(best, cellAt(i - 2, j - 2) + 0.9);
      const row = rows[i];
      if (row) row[j] = best;
    }
  const swapped = word[0] === target[1] && word[1] === target[0];
  return cellAt(word.length, target.length) + (word[0] === target[0] || swapped ? 0 : 1);
}

function substitutionCost(a: string, b: string): number {
  if (a === b) return 0;
  const [first, second] = [keyPosition(a), keyPosition(b)];
  const isAdjacent = Math.abs(first.row - second.row) <= 1 && Math.abs(first.column - second.column) <= 1;
  const vowels = 'aeiou'.includes(a) && 'aeiou'.includes(b);
  return isAdjacent || vowels ? 1.1 : 1.6;
}

function keyPosition(letter: string): { row: number; column: number } {
  const row = ROWS.findIndex((letters) => letters.includes(letter));
  return { row, column: (ROWS[row]?.indexOf(letter) ?? 0) + row * 0.25 };
}

/** Whether two words differ by at most one letter more, less, other or swapped: a slip of the thumb. */
export function isOneTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [left, right] = [a.slice(from), b.slice(from)];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}
