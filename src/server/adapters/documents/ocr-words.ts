import type { ReadLine, ReadWord } from '#server/kernel/ports/index.ts';
import { type Point, placesOn } from './geometry.ts';
import { withMoneySigns } from './money-signs.ts';
import { type PageSkew, uprightPlace } from './page-skew.ts';
import type { Letter, RecognisedStrip } from './recognition.ts';
import { wordsIn } from './word-spacing.ts';

/** How much of a strip's height letters take up. */
const LETTERS = 0.72;

/** Maps points of an image to its upright page. */
export type UprightMapping = { width: number; height: number; toUpright: (point: Point) => Point };

export function uprightMappingOf(skew: PageSkew, size: { width: number; height: number }): UprightMapping {
  const [cos, sin] = [Math.cos(skew.angle), Math.sin(skew.angle)];
  const width = Math.abs(size.width * cos) + Math.abs(size.height * sin);
  const height = Math.abs(size.width * sin) + Math.abs(size.height * cos);
  return {
    width: Math.round(width),
    height: Math.round(height),
    toUpright: (point) => {
      const place = uprightPlace(point, skew.middle, skew.angle);
      return { x: place.x + width / 2, y: place.y - skew.levels.fallAt(place) + height / 2 };
    },
  };
}

/** The words of one strip, left to right. */
export function wordsOf(writing: RecognisedStrip, upright: UprightMapping): ReadWord[] {
  const words = withMoneySigns(wordsIn(writing), writing.picture);
  return words.map((letters) => wordOf(letters, writing, upright));
}

function wordOf(letters: Letter[], { strip, picture }: RecognisedStrip, upright: UprightMapping): ReadWord {
  const first = letters[0]?.at ?? 0;
  const last = letters.at(-1)?.at ?? 1;
  const pad = letters.length > 1 ? (last - first) / (letters.length - 1) / 2 : 10 / picture.width;
  const place = (at: number) => {
    const along = (Math.min(1, Math.max(0, at)) - 0.5) * strip.length;
    return upright.toUpright(placesOn(strip)(along, 0));
  };
  const [start, end] = [place(first - pad), place(last + pad)];
  const height = strip.thickness * LETTERS;
  return {
    text: letters.map(({ text }) => text).join(''),
    x: start.x,
    y: (start.y + end.y) / 2 - height / 2,
    width: Math.max(1, end.x - start.x),
    height,
    confidence: letters.reduce((sum, { confidence }) => sum + confidence, 0) / letters.length,
  };
}

/** Groups words side by side into lines, top to bottom. */
export function linesOf(words: ReadWord[]): ReadLine[] {
  const lines: ReadWord[][] = [];
  for (const word of words.toSorted((a, b) => a.x - b.x)) {
    const best = lines
      .map((line) => ({ line, overlap: overlapOf(line, word) }))
      .toSorted((a, b) => b.overlap - a.overlap)[0];
    if (best && best.overlap > 0.5) best.line.push(word);
    else lines.push([word]);
  }
  return lines.toSorted((a, b) => middleOf(a) - middleOf(b)).map((line) => ({ words: line }));
}

/** How much of the smaller height the word shares with the last words of the line. */
function overlapOf(line: ReadWord[], word: ReadWord): number {
  const near = line.slice(-3);
  const height = near.reduce((sum, one) => sum + one.height, 0) / near.length;
  const middle = near.reduce((sum, one) => sum + one.y + one.height / 2, 0) / near.length;
  const last = line.at(-1);
  // One above the other cannot stand in one line.
  if (last && word.x < last.x + last.width - Math.min(word.width, last.width) / 2) return 0;
  const shared = Math.min(middle + height / 2, word.y + word.height) - Math.max(middle - height / 2, word.y);
  return shared / Math.min(height, word.height);
}

const middleOf = (line: ReadWord[]) =>
  line.reduce((sum, { y, height }) => sum + y + height / 2, 0) / line.length;
