import { ABBREVIATIONS, NUMBER_WORDS } from '../vocabulary/lexicon.ts';
import { correctSpelling } from './spelling.ts';

/**
 * A word of a message: `raw` as typed; `word` in lower case and spell-checked where it cannot be part of a
 * name. `start` and `end` are its position in the message.
 */
export type Word = { raw: string; word: string; start: number; end: number };

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
const DECIMAL_COMMA =
  /(?<![\d.,])(\d{1,4}),(\d{1,2})(?= ?(?:kgs?|kilos?|g|grams?|l|lit(?:re|er)s?|m|met(?:re|er)s?|yards?|feet|ft|tons?|tonnes?|hours?|hrs?|%)(?![\p{L}\p{N}]))/giu;
const RANGE = /^(\d+[km]?)-(\d+[km]?)$/i;

/** Splits a message into words and corrects their spelling; "2,5 kg" is two and a half. */
export function tokenize(message: string): Word[] {
  const rawWords = [...message.replace(DECIMAL_COMMA, '$1.$2').matchAll(SHAPES)].flatMap((found) =>
    splitHyphenated(found[0], found.index),
  );
  const joined = joinPossessives(rawWords);
  const allCaps = joined.every(({ raw }) => raw === raw.toUpperCase());
  return joined.map((rawWord, at) => ({ ...rawWord, word: normalizeWord(joined, at, allCaps) }));
}

/** Whether a word is a mark that ends a part of a sentence. */
export function isSeparator(word: Word | undefined): boolean {
  return !word || /^[,;:.\n()"“”!?–—|•*/-]$/.test(word.raw);
}

/** The words of a span as typed, with the spaces between them. */
export function rawText(message: readonly Word[], from: number, to: number): string {
  let text = '';
  for (const [at, { raw, start }] of message.slice(from, to).entries()) {
    const before = message[from + at - 1];
    text += at > 0 && before && start > before.end ? ` ${raw}` : raw;
  }
  return text;
}

type RawWord = Omit<Word, 'word'>;

// "twenty-five" and "3-4" are two words, "2-bedroom" is one.
function splitHyphenated(raw: string, start: number): RawWord[] {
  const unsplit = [{ raw, start, end: start + raw.length }];
  if (!raw.includes('-') || raw.length < 3) return unsplit;
  const parts = raw.split('-');
  const numbers = parts.every((part) => NUMBER_WORDS.has(part.toLowerCase()));
  if (!numbers && !RANGE.test(raw)) return unsplit;
  let at = start;
  const words = parts.map((part) => {
    const word = { raw: part, start: at, end: at + part.length };
    at += part.length + 1;
    return word;
  });
  return numbers
    ? words
    : words.flatMap((word, index) => (index === 0 ? [word] : [dashBefore(word.start), word]));
}

function dashBefore(before: number): RawWord {
  return { raw: '-', start: before - 1, end: before };
}

// The mark after "James'" belongs to the name, unless it closes a quotation.
function joinPossessives(rawWords: readonly RawWord[]): RawWord[] {
  const words: RawWord[] = [];
  let quoted = false;
  for (const next of rawWords) {
    const last = words.at(-1);
    const isQuote = next.raw === "'" || next.raw === '’';
    if (isQuote && !quoted && last?.end === next.start && /s$/i.test(last.raw))
      words[words.length - 1] = { ...last, raw: last.raw + next.raw, end: next.end };
    else words.push(next);
    if (isQuote && last?.end !== next.start) quoted = true;
    else if (isQuote) quoted = false;
  }
  return words;
}

function normalizeWord(words: readonly RawWord[], at: number, allCaps: boolean): string {
  const raw = words[at]?.raw ?? '';
  const normalized = raw.normalize('NFKC').replaceAll('’', "'").toLowerCase();
  if (!/^\p{L}/u.test(normalized) || raw === 'N') return normalized;
  const base = normalized
    .replace(/^(\p{L}{2,4})\.$/u, '$1')
    .replace(/^(\p{L}{1,60}?)(\p{L})\2{2,}$/u, '$1$2$2');
  if (raw === 'Bill' && isPersonNamedBill(words, at)) return 'william';
  const place = wordContextOf(words, at, allCaps);
  const expanded = ABBREVIATIONS.get(base) ?? expandByContext(base, place);
  return expanded ?? correctSpelling(base, place);
}

// Bill is a person after "invoice" or "for", and before a family name.
function isPersonNamedBill(words: readonly RawWord[], at: number): boolean {
  const [before = '', after = ''] = [words[at - 1]?.raw, words[at + 1]?.raw];
  if (/^(?:invoice|for|to|remind|customer|client|charge|send|from)$/.test(before)) return true;
  return (
    before !== '' &&
    /^[\p{Ll},]/u.test(before) &&
    /^\p{Lu}\p{Ll}/u.test(after) &&
    !/^(?:for|to|of|give)$/i.test(after)
  );
}

// "ad" begins an order, "lst" is a list or what was last; "ki o san lola" is Yoruba for "make e pay tomorrow", and Lola a name elsewhere.
function expandByContext(
  word: string,
  { startsSentence: first, before, after }: WordContext,
): string | undefined {
  if (word === 'ad' && first) return 'add';
  if (word === 'wa') return isWhatsApp(before ?? '', after ?? '') ? 'whatsapp' : undefined;
  if (word === 'lst')
    return /^(?:of|all|my|the|invoices?|customers?|me|every)$/.test(after ?? '') ? 'list' : 'last';
  if (word === 'ki' && after === 'o') return 'make';
  if (word === 'san' && /^(?:o|ti|maa)$/.test(before ?? '')) return 'pay';
  if (word === 'lola' && before === 'san') return 'tomorrow';
  if (word === 'weak' && /^(?:last|laste|lst|this|next|nxt|past|per|one|a|two|2|1|3)$/.test(before ?? ''))
    return 'week';
  return undefined;
}

// "Send on wa", "his wa number"; "tuna wa Malam Bello" tells whom, "wa ke bina bashi" asks who.
const isWhatsApp = (before: string, after: string): boolean =>
  /^(?:on|by|via|through|thru|using|use|his|her|my|their|our|the)$/.test(before) ||
  /^(?:number|no|msg|message|link|chat|\+?\d{7,})$/.test(after) ||
  (/^(?:to|for|in|with|and|or|send|am|it|them)$/.test(before) && !/^\p{L}/u.test(after));

type WordContext = Parameters<typeof correctSpelling>[1];

function wordContextOf(words: readonly RawWord[], at: number, allCaps: boolean): WordContext {
  const before = words[at - 1]?.raw.toLowerCase() ?? null;
  return {
    startsSentence: before === null || /^(?:[.\n!?;:]|abeg|please|pls|oya|kindly)$/.test(before),
    capitalized: !allCaps && /^\p{Lu}/u.test(words[at]?.raw ?? ''),
    before,
    after: words[at + 1]?.raw.toLowerCase() ?? null,
  };
}

/** An understood part of the message, removed from the sentence: `words[from]` to before `words[to]`. */
export type Span = { from: number; to: number };

type Wanted = RegExp | ReadonlySet<string>;
const isAmong = (wanted: Wanted, { word = '' }: Partial<Word> = {}): boolean =>
  wanted instanceof RegExp ? wanted.test(word) : wanted.has(word);

/** The position after all words from `at` on that are `wanted`, at most `max` of them. */
export function skipForward(words: readonly Word[], at: number, wanted: Wanted, max = 8): number {
  let to = at;
  while (to < words.length && to - at < max && isAmong(wanted, words[to])) to++;
  return to;
}

/** The first of the words before `at` that are `wanted` without a gap, at most `max` of them. */
export function skipBackward(words: readonly Word[], at: number, wanted: Wanted, max = 8): number {
  let from = at;
  while (from > 0 && at - from < max && isAmong(wanted, words[from - 1])) from--;
  return from;
}

/** Whether a place is inside one of the spans. */
export const isInside = (spans: readonly Span[], at: number): boolean =>
  spans.some(({ from, to }) => from <= at && at < to);

/** The words with some spans as separators, so that nothing is parsed across them; positions stay the same. */
export function blankSpans(words: readonly Word[], found: readonly (Span | null)[]): readonly Word[] {
  const spans = found.filter((span) => span !== null);
  if (spans.length === 0) return words;
  return words.map((word, at) => (isInside(spans, at) ? { ...word, raw: ',', word: ',' } : word));
}

/** The words of a name or of goods, in small letters and without punctuation. */
export const wordsIn = (text: string | null): string[] =>
  text?.toLowerCase().match(/[\p{L}\p{N}'’&-]+/gu) ?? [];
