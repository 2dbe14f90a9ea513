import type { ReadWord } from '#server/kernel/ports/index.ts';
import type { Gray, Strip } from './geometry.ts';
import type { LayerWord } from './text-layer.ts';

/** The words recognised where the text layer has these words. */
export type Comparison = { words: LayerWord[]; recognised: ReadWord[] };

const ALIKE = 0.6;
const SURE = 0.9;
const READABLE = 0.75;
const FONT_DOUBTED = 0.3;
const CONTRAST = 40;

/** Confidence in words without a recognised counterpart. */
const UNCHECKED = 0.8;

type Verdict = 'agrees' | 'unsure' | 'contradicted';
type JudgedWord = { word: LayerWord; verdict: Verdict };

/**
 * The words of the text layer confirmed by recognition. Text in a PDF may be invisible or rendered otherwise:
 * white on white, under pictures, or in glyphs that look like others. `unread` words are trusted as far as
 * others of their font are.
 */
export function wordsInAgreement(compared: Comparison[], unread: LayerWord[]): LayerWord[] {
  const judged = [
    ...compared.flatMap(judge),
    ...unread.map((word): JudgedWord => ({ word, verdict: 'unsure' })),
  ];
  const doubted = doubtedFonts(judged);
  return judged
    .filter(({ word, verdict }) => verdict !== 'contradicted' && !doubted.has(word.font))
    .map(({ word, verdict }) => (verdict === 'agrees' ? word : { ...word, confidence: UNCHECKED }));
}

function judge({ words, recognised }: Comparison): JudgedWord[] {
  const overall = verdictOf(words, recognised);
  return words.map((word) => ({
    word,
    verdict: overall === 'agrees' && isContradicted(word, recognised) ? 'contradicted' : overall,
  }));
}

function verdictOf(words: LayerWord[], recognised: ReadWord[]): Verdict {
  const [inside, outside] = [normalised(words), normalised(recognised)];
  if (similarity(inside, outside) >= ALIKE) return 'agrees';
  // Single characters and small print are recognised too badly to contradict the text.
  const sure =
    recognised.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, recognised.length);
  if ((inside.length <= 1 && outside.length <= 1) || (recognised.length > 0 && sure < READABLE))
    return 'unsure';
  return 'contradicted';
}

/** A figure is contradicted where another of as many digits was clearly recognised in its place. */
function isContradicted(word: LayerWord, recognised: ReadWord[]): boolean {
  const figures = digits(word.text);
  if (figures.length < 2) return false;
  const overlapping = recognised.filter(
    (candidate) => overlap(candidate, word) > 0.5 * Math.min(candidate.width, word.width),
  );
  const recognisedDigits = digits(overlapping.map(({ text }) => text).join(''));
  const sure = overlapping.every(({ confidence }) => confidence > SURE);
  return sure && recognisedDigits.length === figures.length && recognisedDigits !== figures;
}

function doubtedFonts(judged: JudgedWord[]): Set<string> {
  const counts = new Map<string, { all: number; contradicted: number }>();
  for (const { word, verdict } of judged) {
    if (verdict === 'unsure') continue;
    const count = counts.get(word.font) ?? { all: 0, contradicted: 0 };
    count.all++;
    if (verdict === 'contradicted') count.contradicted++;
    counts.set(word.font, count);
  }
  return new Set(
    [...counts]
      .filter(([, { all, contradicted }]) => all > 2 && contradicted / all > FONT_DOUBTED)
      .map(([font]) => font),
  );
}

const overlap = (a: ReadWord, b: ReadWord) => Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
const digits = (text: string) => text.replace(/\D/g, '');

/** Letters and digits alone, without accents, with characters OCR confuses made equal. */
function normalised(words: ReadWord[]): string {
  return words
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) => text)
    .join('')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'b')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/o/g, '0')
    .replace(/[il|]/g, '1');
}

/** How alike two texts are, 0 to 1, by the letters in common in order. */
function similarity(a: string, b: string): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : a.length + b.length < 3 ? 1 : 0;
  let row = new Uint16Array(b.length + 1);
  for (const letter of a) {
    const next = new Uint16Array(b.length + 1);
    for (let at = 1; at <= b.length; at++)
      next[at] = b[at - 1] === letter ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return (2 * (row[b.length] ?? 0)) / (a.length + b.length);
}

/** Whether anything at all stands out inside the box. */
export function hasInk(picture: Gray, { x, y, width, height }: ReadWord): boolean {
  let [darkest, lightest] = [255, 0];
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(picture.height, y + height); row++)
    for (let column = Math.max(0, Math.floor(x)); column < Math.min(picture.width, x + width); column++) {
      const shade = picture.data[row * picture.width + column] ?? 0;
      darkest = Math.min(darkest, shade);
      lightest = Math.max(lightest, shade);
    }
  return lightest - darkest >= CONTRAST;
}

/** The strip of an upright page that contains the middle of a word. */
export function contains(strip: Strip, word: ReadWord): boolean {
  const [x, y] = [word.x + word.width / 2 - strip.x, word.y + word.height / 2 - strip.y];
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  const along = Math.abs(x * cos + y * sin);
  return along < strip.length / 2 && Math.abs(y * cos - x * sin) < strip.thickness / 2;
}
