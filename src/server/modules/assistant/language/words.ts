import { ABBREVIATIONS, NUMBER_WORDS } from './lexicon.ts';
import { mend } from './spelling.ts';

/**
 * A word of a message: `raw` as typed; `word` in lower case and spell-checked where it cannot be part of a
 * name. `start` and `end` are its position in the message.
 */
export type Word = { said: string; word: string; start: number; end: number };

// Each shape is bounded, so that reading takes time in proportion to the message.
const EMAIL = String.raw`[\p{L}\d][\w.+-]{0,63}@(?:[\w-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![\w@])`;
const PHONE = String.raw`(?<![\d.,/])(?:\+?234[ -]?0?|0)[789]\d(?:[ -]?\d){8}(?![\d])|\+\d{1,3}(?:[ -]?\d){7,12}(?!\d)`;
const DATE = String.raw`(?<![\d/.,])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{1,2}-\d{1,2}-\d{4}|\d{1,2}\.\d{1,2}\.\d{2,4})(?![\d/])`;
const CURRENCY = String.raw`[₦$£€₵] ?|#|(?<![\p{L}\p{N}])(?:ngn|usd|us\$|gbp|eur|ghs|kes|zar|n)=?(?=\d)`;
const AMOUNT = String.raw`(?:${CURRENCY})?(?<!\p{L}-)\d{1,15}(?:,\d{3}(?!\d)){0,5}(?:\.\d{1,9})?(?:%|\/[=-]|(?:-?\p{L}{2,30}|\p{L})(?![\p{N}])|(?=\D|$))`;
const REFERENCE = String.raw`inv(?:oice)?\/(?:\d{1,12}[-/]){0,3}\d{1,12}|\p{L}{2,10}[-#](?:\d{1,12}[-/]){0,3}\d{1,12}`;
const TITLE = String.raw`(?<![\p{L}\p{N}])(?:mrs?|ms|dr|engr|barr|prof|rev|st|capt|pst|hon|bro|sis|alh|arc)\.|no\.(?= ?\d)`;
const INITIALS = String.raw`(?<![\p{L}\p{N}])(?:\p{L}\.){1,4}\p{L}(?![\p{L}\p{N}])\.?`;
const SITE = String.raw`[\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.(?:com|ng|net|org|io|africa)(?![\p{L}\p{N}])`;
const PLAIN = String.raw`[\p{L}\p{M}\p{N}_]{1,80}(?:['’&-][\p{L}\p{M}\p{N}_]{1,80}){0,6}`;
const EMOJI = String.raw`\p{Extended_Pictographic}[\p{Emoji_Modifier}\u200d\ufe0f]*`;
const SHAPES = new RegExp(
  [EMAIL, PHONE, DATE, AMOUNT, REFERENCE, TITLE, INITIALS, SITE, PLAIN, EMOJI, String.raw`\n|[^\s]`].join(
    '|',
  ),
  'giu',
);
const RANGE = /^(\d+[km]?)-(\d+[km]?)$/i;

/** Splits a message into words and corrects their spelling. */
export function wordsOf(message: string): Word[] {
  const cut = [...message.matchAll(SHAPES)].flatMap((found) => parted(found[0], found.index));
  const possessive = withPossessives(cut);
  const shouted = possessive.every(({ said }) => said === said.toUpperCase());
  return possessive.map((said, at) => ({ ...said, word: wordFor(possessive, at, shouted) }));
}

/** Whether a word is a mark that ends a part of a sentence. */
export function separates(word: Word | undefined): boolean {
  return !word || /^[,;:.\n()"“”!?–—|•*/-]$/.test(word.said);
}

/** The words of a span as typed, with the spaces between them. */
export function saidBetween(message: readonly Word[], from: number, to: number): string {
  let text = '';
  for (const [at, { said, start }] of message.slice(from, to).entries()) {
    const before = message[from + at - 1];
    text += at > 0 && before && start > before.end ? ` ${said}` : said;
  }
  return text;
}

type Said = Omit<Word, 'word'>;

// "twenty-five" and "3-4" are two words, "2-bedroom" is one.
function parted(said: string, start: number): Said[] {
  const whole = [{ said, start, end: start + said.length }];
  if (!said.includes('-') || said.length < 3) return whole;
  const parts = said.split('-');
  const numbers = parts.every((part) => NUMBER_WORDS.has(part.toLowerCase()));
  if (!numbers && !RANGE.test(said)) return whole;
  let at = start;
  const words = parts.map((part) => {
    const word = { said: part, start: at, end: at + part.length };
    at += part.length + 1;
    return word;
  });
  return numbers ? words : words.flatMap((word, index) => (index === 0 ? [word] : [dash(word.start), word]));
}

function dash(before: number): Said {
  return { said: '-', start: before - 1, end: before };
}

// The mark after "James'" belongs to the name, unless it closes a quotation.
function withPossessives(cut: readonly Said[]): Said[] {
  const words: Said[] = [];
  let quoted = false;
  for (const next of cut) {
    const last = words.at(-1);
    const mark = next.said === "'" || next.said === '’';
    if (mark && !quoted && last?.end === next.start && /s$/i.test(last.said))
      words[words.length - 1] = { ...last, said: last.said + next.said, end: next.end };
    else words.push(next);
    if (mark && last?.end !== next.start) quoted = true;
    else if (mark) quoted = false;
  }
  return words;
}

function wordFor(words: readonly Said[], at: number, shouted: boolean): string {
  const said = words[at]?.said ?? '';
  const plain = said.normalize('NFKC').replaceAll('’', "'").toLowerCase();
  if (!/^\p{L}/u.test(plain) || said === 'N') return plain;
  const bare = plain.replace(/^(\p{L}{2,4})\.$/u, '$1').replace(/^(\p{L}{1,60}?)(\p{L})\2{2,}$/u, '$1$2$2');
  if (said === 'Bill' && isPerson(words, at)) return 'william';
  const place = placeOf(words, at, shouted);
  const shortened = ABBREVIATIONS.get(bare) ?? inPlace(bare, place);
  return shortened ?? mend(bare, place);
}

// Bill is a person after "invoice" or "for", and before a family name.
function isPerson(words: readonly Said[], at: number): boolean {
  const [before = '', after = ''] = [words[at - 1]?.said, words[at + 1]?.said];
  if (/^(?:invoice|for|to|remind|customer|client|charge|send|from)$/.test(before)) return true;
  return (
    before !== '' &&
    /^[\p{Ll},]/u.test(before) &&
    /^\p{Lu}\p{Ll}/u.test(after) &&
    !/^(?:for|to|of|give)$/i.test(after)
  );
}

// "ad" begins an order, "lst" is a list or what was last.
function inPlace(word: string, { first, before, after }: Place): string | undefined {
  if (word === 'ad' && first) return 'add';
  if (word === 'lst')
    return /^(?:of|all|my|the|invoices?|customers?|me|every)$/.test(after ?? '') ? 'list' : 'last';
  if (word === 'weak' && /^(?:last|laste|lst|this|next|nxt|past|per|one|a|two|2|1|3)$/.test(before ?? ''))
    return 'week';
  return undefined;
}

type Place = Parameters<typeof mend>[1];

function placeOf(words: readonly Said[], at: number, shouted: boolean): Place {
  const before = words[at - 1]?.said.toLowerCase() ?? null;
  return {
    first: before === null || /^(?:[.\n!?;:]|abeg|please|pls|oya|kindly)$/.test(before),
    named: !shouted && /^\p{Lu}/u.test(words[at]?.said ?? ''),
    before,
    after: words[at + 1]?.said.toLowerCase() ?? null,
  };
}
