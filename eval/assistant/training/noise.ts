import type { Mark, Wording } from './wordings.ts';

type Random = () => number;

const NEIGHBOURS: Record<string, string> = {
  a: 'sqz',
  b: 'vn',
  c: 'xv',
  d: 'sf',
  e: 'wr',
  f: 'dg',
  g: 'fh',
  h: 'gj',
  i: 'uo',
  j: 'hk',
  k: 'jl',
  l: 'k',
  m: 'n',
  n: 'bm',
  o: 'ip',
  p: 'o',
  q: 'wa',
  r: 'et',
  s: 'ad',
  t: 'ry',
  u: 'yi',
  v: 'cb',
  w: 'qe',
  x: 'zc',
  y: 'tu',
  z: 'xa',
};

/** Kept as they are: they have their own shape, and one mistake would make another name or price of it. */
const PLAIN_WORD = /^\p{L}{4,}$/u;

/** The same wording by somebody else: values of its slots from other messages, mistyped words, no capitals or one for each word. */
export function variant(
  wording: Wording,
  values: ReadonlyMap<string, readonly string[]>,
  random: Random,
): Wording {
  const swapped = random() < 0.7 ? withOtherValues(wording, values, random) : wording;
  const typed = random() < 0.3 ? mistyped(swapped, random) : swapped;
  const cased = random();
  if (cased < 0.25) return { ...typed, text: typed.text.toLowerCase() };
  return cased < 0.3
    ? { ...typed, text: typed.text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()) }
    : typed;
}

/** Cards a request may stand beside: mostly invoices. */
const CARDS = ['invoice', 'invoice', 'invoice', 'quote', 'plan', 'payment', 'send', 'reminder', 'customer'];
/** Beside a card these are of it. */
const OF_THE_CARD = new Set(['confirm', 'cancel', 'edit_draft', 'promise', 'add_customer', 'ambiguous']);
/** Beside a card these are of another thing only where somebody, or a number, is named. */
const NAMES_ANOTHER = /^(?:send|delete|show|record|undo|credit|write|withholding|convert|change_quote)/;
/** New ones are known by all that they tell; so many of the others would make each change one. */
const NEW_ONE = /^create_/;
const ONE_NEW_IN = 5;

/** The requests made with nothing open, beside a card that is: an owner asks for the next thing all the same. */
export const besideCards = (wordings: readonly Wording[], random: Random): Wording[] =>
  wordings
    .filter(
      (one, at) =>
        one.open === '-' && isOfAnother(one) && (!NEW_ONE.test(one.intent) || at % ONE_NEW_IN === 0),
    )
    .map((one) => ({ ...one, open: CARDS[Math.floor(random() * CARDS.length)] ?? 'invoice' }));

function isOfAnother({ intent, marks }: Wording): boolean {
  const has = (...slots: string[]): boolean => marks.some(({ slot }) => slots.includes(slot));
  if (OF_THE_CARD.has(intent)) return false;
  if (NEW_ONE.test(intent)) return has('customer') && has('item') && has('rate', 'total');
  return !NAMES_ANOTHER.test(intent) || has('customer', 'number', 'quotenumber');
}

/** Values of each slot in all messages. */
export function valuesOf(wordings: readonly Wording[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { text, marks } of wordings)
    for (const { slot, from, to } of marks) {
      const own = values.get(slot) ?? [];
      own.push(text.slice(from, to));
      values.set(slot, own);
    }
  return values;
}

const SWAPPED = new Set([
  'customer',
  'item',
  'quantity',
  'unit',
  'rate',
  'total',
  'due',
  'amount',
  'day',
  'number',
  'phone',
  'email',
  'period',
  'valid',
]);

const withOtherValues = (
  wording: Wording,
  values: ReadonlyMap<string, readonly string[]>,
  random: Random,
): Wording =>
  rewritten(wording, (value, slot) => {
    const others = SWAPPED.has(slot) && random() < 0.6 ? values.get(slot) : undefined;
    return others?.[Math.floor(random() * others.length)] ?? value;
  });

const mistyped = (wording: Wording, random: Random): Wording =>
  rewritten(wording, (text) =>
    text.replace(/\p{L}+/gu, (word) =>
      PLAIN_WORD.test(word) && random() < 0.12 ? misspelt(word, random) : word,
    ),
  );

function misspelt(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  const letter = word[at] ?? '';
  const kind = random();
  if (kind < 0.3) return word.slice(0, at) + word.slice(at + 1);
  if (kind < 0.5) return word.slice(0, at) + letter + word.slice(at);
  if (kind < 0.75) return word.slice(0, at - 1) + letter + (word[at - 1] ?? '') + word.slice(at + 1);
  const near = NEIGHBOURS[letter.toLowerCase()] ?? letter;
  return word.slice(0, at) + (near[Math.floor(random() * near.length)] ?? letter) + word.slice(at + 1);
}

// Each stretch of the text, marked or not, made anew; marks go along.
function rewritten(wording: Wording, rewrite: (stretch: string, slot: string) => string): Wording {
  let [text, done] = ['', 0];
  const marks: Mark[] = [];
  for (const { slot, from, to } of wording.marks) {
    text += rewrite(wording.text.slice(done, from), '');
    const value = rewrite(wording.text.slice(from, to), slot);
    marks.push({ slot, from: text.length, to: text.length + value.length });
    text += value;
    done = to;
  }
  return { ...wording, text: text + rewrite(wording.text.slice(done), ''), marks };
}
