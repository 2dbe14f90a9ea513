import { areaAround, fitRowLevels, LEVEL, type Link, type RowLevels } from '#core/row-levels.ts';
import type { ReadWord } from '#server/kernel/ports/index.ts';

/** Every sheet is scaled to this width. */
export const WIDTH = 1000;
/** Of a hostile page no more words are asked. */
const MOST_WORDS = 600;
/** How far to the right a word's neighbour is looked for, in heights of letters: farther each time. */
const NEAR = [3, 6, 12];
const FAR = [25, 50, 50];
/** A neighbour stands no farther above or below than this, in heights of letters. */
const SLACK = 0.6;
/** Of sheets on which words stand equally clear, the one less bent is right. */
const STRAIN = 80;
/** Words of one cell stand closer than this, in heights of letters. */
const CELL_GAP = 1.1;
/** Where columns stand far apart, rows may climb or fall between them. */
const TILTS = [-0.02, 0.02, -0.04, 0.04, -0.06, 0.06];
/** A sheet may bow in its middle, by half of its width. */
const BOWS = [-0.06, 0.06, -0.04, 0.04];
/** They do so only where words stand that much clearer in rows. */
const CLEARER = 1.02;

/** Levels the lines of a sheet that lies askew or bends, by following its rows from word to word. */
export function straightened(lines: readonly ReadWord[][]): ReadWord[][] {
  const { fallAt } = levelsOf(lines);
  return lines.map((line) => line.map((word) => ({ ...word, y: word.y - fallAt(middleOf(word)) })));
}

function levelsOf(lines: readonly ReadWord[][]): RowLevels {
  const words = lines.flat().slice(0, MOST_WORDS);
  const known = lines
    .flatMap((line) => line.slice(1).map((word, at) => linkOf([line[at] ?? word, word])))
    .slice(0, MOST_WORDS);
  const area = areaAround(words.flatMap(cornersOf));
  const follow = (start: RowLevels, reaches: readonly number[]) =>
    reaches.reduce(
      (levels, reach) =>
        fitRowLevels([...known, ...neighbours(words, levels, reach).map(linkOf)], area, levels),
      start,
    );
  const near = follow(LEVEL, NEAR);
  // Words close behind another say nothing of rows.
  const behind = new Set(neighbours(words, near, CELL_GAP).map(([, next]) => next));
  const cells = words.filter((word) => !behind.has(word));
  let best = LEVEL;
  let clearest = CLEARER * clearnessOf(cells, best);
  const offer = (levels: RowLevels) => {
    const clear = clearnessOf(cells, levels) - (STRAIN * levels.strain) / medianHeight(cells) ** 2;
    if (clear > clearest) [best, clearest] = [levels, clear];
  };
  offer(follow(near, FAR));
  if (best !== LEVEL) clearest *= CLEARER;
  for (const tilt of TILTS) offer(follow(tilted(near, tilt), FAR));
  for (const bow of BOWS) offer(follow(bowed(bow), FAR));
  return best;
}

const bowed = (by: number): RowLevels => ({
  ...LEVEL,
  fallAt: ({ x }) => (by * (x - WIDTH / 2) ** 2) / (WIDTH / 2),
});

type Pair = readonly [word: ReadWord, next: ReadWord];

const middleOf = ({ x, y, width, height }: ReadWord) => ({ x: x + width / 2, y: y + height / 2 });
const linkOf = ([word, next]: Pair): Link => ({
  from: middleOf(word),
  to: middleOf(next),
  slack: SLACK * Math.min(word.height, next.height),
});
const tilted = ({ fallAt, slopeAt, strain }: RowLevels, by: number): RowLevels => ({
  strain,
  fallAt: (place) => fallAt(place) + by * (place.x - WIDTH / 2),
  slopeAt: (place) => slopeAt(place) + by,
});

const cornersOf = ({ x, y, width, height }: ReadWord) => [
  { x, y },
  { x: x + width, y: y + height },
];

/** Each word with the next to its right at its level. */
function neighbours(words: readonly ReadWord[], { fallAt }: RowLevels, reach: number): Pair[] {
  const levelled = words
    .map((word) => ({ word, level: middleOf(word).y - fallAt(middleOf(word)) }))
    .toSorted((a, b) => a.level - b.level);
  return levelled.flatMap(({ word, level }, at) => {
    const end = word.x + word.width;
    let next: ReadWord | undefined;
    for (const step of [-1, 1])
      for (let place = at + step; ; place += step) {
        const near = levelled[place];
        const off = near ? Math.abs(near.level - level) : Infinity;
        if (!near || off > SLACK * word.height) break;
        const gap = near.word.x - end;
        if (gap < -0.3 * word.height || gap > reach * word.height || off > SLACK * near.word.height) continue;
        if (!next || near.word.x < next.x) next = near.word;
      }
    return next ? [[word, next] as const] : [];
  });
}

/** How clearly words stand in rows: the squares of how many share a height, in slices a quarter of a letter high. */
function clearnessOf(words: readonly ReadWord[], { fallAt }: RowLevels): number {
  const slice = medianHeight(words) / 4;
  const slices = new Map<number, number>();
  for (const word of words) {
    const place = (middleOf(word).y - fallAt(middleOf(word))) / slice;
    const below = Math.floor(place);
    const part = place - below;
    slices.set(below, (slices.get(below) ?? 0) + 1 - part);
    slices.set(below + 1, (slices.get(below + 1) ?? 0) + part);
  }
  let clear = 0;
  for (const [at, count] of slices) clear += count * (count + (slices.get(at + 1) ?? 0));
  return clear;
}

const medianHeight = (words: readonly ReadWord[]): number =>
  words.map(({ height }) => height).toSorted((a, b) => a - b)[Math.floor(words.length / 2)] ?? 1;
