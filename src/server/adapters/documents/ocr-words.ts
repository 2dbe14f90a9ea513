import type { ReadLine, ReadWord } from '#server/kernel/ports/index.ts';
import { halfTurn, type Point } from './geometry.ts';
import { angleAt, type PageSkew } from './page-skew.ts';
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
  // The bend in the directions of the upright page.
  const alongX = skew.byX * cos + skew.byY * sin;
  const alongY = skew.byY * cos - skew.byX * sin;
  return {
    width: Math.round(width),
    height: Math.round(height),
    toUpright: ({ x, y }) => {
      const [right, down] = [x - skew.middle.x, y - skew.middle.y];
      const across = right * cos + down * sin;
      const below = down * cos - right * sin;
      const levelled = below - (alongX * across ** 2) / 2 - alongY * across * below;
      return { x: across + width / 2, y: levelled + height / 2 };
    },
  };
}

/** The words of one strip, left to right. */
export function wordsOf(writing: RecognisedStrip, skew: PageSkew, upright: UprightMapping): ReadWord[] {
  return wordsIn(writing).map((letters) => wordOf(letters, writing, skew, upright));
}

function wordOf(
  letters: Letter[],
  { strip, picture }: RecognisedStrip,
  skew: PageSkew,
  upright: UprightMapping,
): ReadWord {
  const first = letters[0]?.at ?? 0;
  const last = letters.at(-1)?.at ?? 1;
  const pad = letters.length > 1 ? (last - first) / (letters.length - 1) / 2 : 10 / picture.width;
  const place = (at: number) => {
    const along = (Math.min(1, Math.max(0, at)) - 0.5) * strip.length;
    const off = halfTurn(strip.angle - angleAt(skew, strip));
    const angle = strip.angle - off / 2;
    return upright.toUpright({ x: strip.x + along * Math.cos(angle), y: strip.y + along * Math.sin(angle) });
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
