import type { ReadWord } from '#server/kernel/ports/index.ts';

/** Every sheet is scaled to this width. */
export const WIDTH = 1000;
/** Slopes below this are the trembling of a reader. */
const LEAST_SLOPE = 0.003;
/** A sheet is bent only where its rows stand that much clearer apart for it. */
const CLEARER = 1.04;
/** Coarse places to look from, and the steps that are halved to come closer. */
const LEVELS = Array.from({ length: 7 }, (_, at) => (at - 3) * 0.02);
const BENDS = Array.from({ length: 41 }, (_, at) => (at - 20) * 0.008);
const STEPS: Curve = [0.008, 0.006, 0.02];
const HALVINGS = 5;
/** Of a hostile page no more words are asked. */
const MOST_POINTS = 600;

/** The slope of lines at a place from -1 at the left edge to 1 at the right: `level + bend * at + twist * at²`. */
type Curve = readonly [level: number, bend: number, twist: number];
/** The middle of a word, at its place and height. */
type Point = { at: number; y: number };

/**
 * Levels the lines of a sheet that lies askew or bends: heights are measured along the one curve by which its words stand
 * most clearly in rows. So words far apart tell of it too, though nothing between them is read as a line.
 */
export function straightened(lines: readonly ReadWord[][]): ReadWord[][] {
  const words = lines.flat();
  const points = words.slice(0, MOST_POINTS).map((word) => ({ at: placeOf(centre(word)), y: middle(word) }));
  const curve = curveOf(points, [medianSlope(lines), 0, 0], medianHeight(words));
  if ([-1, 0, 1].every((at) => Math.abs(slopeAt(curve, at)) < LEAST_SLOPE))
    return lines.map((line) => [...line]);
  return lines.map((line) =>
    line.map((word) => ({ ...word, y: word.y - heightAt(curve, placeOf(centre(word))) })),
  );
}

const centre = (word: ReadWord) => word.x + word.width / 2;
const middle = (word: ReadWord) => word.y + word.height / 2;
const placeOf = (x: number) => x / (WIDTH / 2) - 1;
const slopeAt = ([level, bend, twist]: Curve, at: number) => level + bend * at + twist * at ** 2;
const heightAt = ([level, bend, twist]: Curve, at: number) =>
  (WIDTH / 2) * (level * at + (bend * at ** 2) / 2 + (twist * at ** 3) / 3);

function curveOf(points: readonly Point[], seed: Curve, height: number): Curve {
  if (points.length < 6) return seed;
  const clearness = (curve: Curve) => clearnessOf(points, curve, height / 4);
  const straight = { curve: seed, clear: clearness(seed) };
  let best = straight;
  const offer = (curve: Curve) => {
    const clear = clearness(curve);
    if (clear > best.clear) best = { curve, clear };
  };
  for (const level of [...LEVELS, seed[0]]) for (const bend of BENDS) offer([level, bend, 0]);
  for (let halving = 0; halving < HALVINGS; halving++)
    for (const [place, step] of STEPS.entries())
      for (const by of [-step, step]) {
        const { curve } = best;
        offer(curve.with(place, (curve[place] ?? 0) + by / 2 ** halving) as unknown as Curve);
      }
  return best.clear > CLEARER * straight.clear ? best.curve : seed;
}

/** How clearly words stand in rows: the squares of how many share a height, in slices a quarter of a letter high. */
function clearnessOf(points: readonly Point[], curve: Curve, slice: number): number {
  const slices = new Map<number, number>();
  for (const { at, y } of points) {
    const place = (y - heightAt(curve, at)) / slice;
    const below = Math.floor(place);
    const part = place - below;
    slices.set(below, (slices.get(below) ?? 0) + 1 - part);
    slices.set(below + 1, (slices.get(below + 1) ?? 0) + part);
  }
  let clear = 0;
  for (const [at, count] of slices) clear += count * (count + (slices.get(at + 1) ?? 0));
  return clear;
}

function medianSlope(lines: readonly ReadWord[][]): number {
  const slopes = lines.flatMap((words) =>
    words.slice(1).flatMap((word, at) => {
      const before = words[at];
      const run = before ? centre(word) - centre(before) : 0;
      return before && run > 0 && run <= WIDTH / 2 ? [(middle(word) - middle(before)) / run] : [];
    }),
  );
  return medianOf(slopes);
}

const medianHeight = (words: readonly ReadWord[]) => Math.max(1, medianOf(words.map((word) => word.height)));

function medianOf(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? 0;
}
