import type { ReadWord } from '#server/kernel/ports/index.ts';

/** Every sheet is scaled to this width. */
export const WIDTH = 1000;
/** Slopes below this are the trembling of a reader. */
const LEAST_SLOPE = 0.003;
/** Lines this long in all tell how a sheet bends. */
const ENOUGH = 2 * WIDTH;
const ROUNDS = 4;

/** A stretch of writing: its middle from -1 at the left edge to 1 at the right, its length and its slope. */
type Stretch = { at: number; run: number; slope: number };
/** The slope at a place: `level + bend * at + twist * at²`. */
type Curve = readonly [level: number, bend: number, twist: number];

/**
 * Levels the lines of a sheet that lies askew or bends: at one place across it lines rise or fall alike, so heights are
 * measured along the curve they make together.
 */
export function straightened(lines: readonly ReadWord[][]): ReadWord[][] {
  const stretches = lines.flatMap(stretchesOf);
  const curve = curveOf(stretches);
  if ([-1, 0, 1].every((at) => Math.abs(slopeAt(curve, at)) < LEAST_SLOPE))
    return lines.map((words) => [...words]);
  return lines.map((words) =>
    words.map((word) => ({ ...word, y: word.y - heightAt(curve, placeOf(centre(word))) })),
  );
}

function stretchesOf(words: readonly ReadWord[]): Stretch[] {
  return words.slice(1).flatMap((word, index) => {
    const before = words[index];
    const run = before ? centre(word) - centre(before) : 0;
    if (!before || run <= 0 || run > WIDTH / 2) return [];
    return [{ at: placeOf(centre(before) + run / 2), run, slope: (middle(word) - middle(before)) / run }];
  });
}

const centre = (word: ReadWord) => word.x + word.width / 2;
const middle = (word: ReadWord) => word.y + word.height / 2;
const placeOf = (x: number) => x / (WIDTH / 2) - 1;
const slopeAt = ([level, bend, twist]: Curve, at: number) => level + bend * at + twist * at ** 2;
const heightAt = ([level, bend, twist]: Curve, at: number) =>
  (WIDTH / 2) * (level * at + (bend * at ** 2) / 2 + (twist * at ** 3) / 3);

// Least squares, again and again without what lies far off. Little writing tells of no bend.
function curveOf(stretches: readonly Stretch[]): Curve {
  const half = medianSlope(stretches);
  if (stretches.length < 3) return [0, 0, 0];
  if (stretches.reduce((sum, { run }) => sum + run, 0) < ENOUGH) return [half, 0, 0];
  let curve: Curve = [half, 0, 0];
  let within = 0.15;
  for (let round = 0; round < ROUNDS; round++) {
    const near = stretches.filter(({ at, slope }) => Math.abs(slope - slopeAt(curve, at)) < within);
    curve = fitted(near) ?? curve;
    within = Math.max(0.02, within / 2);
  }
  return curve;
}

function medianSlope(stretches: readonly Stretch[]): number {
  const sorted = stretches.map(({ slope }) => slope).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Damp bend and twist, for which the few words of a small paper are no evidence. */
const DAMPING = { bend: 10, twist: 300 };

function fitted(stretches: readonly Stretch[]): Curve | null {
  const sums = [0, 0, 0, 0, 0];
  const [right0, right1, right2] = [0, 1, 2].map((power) =>
    stretches.reduce((sum, { at, run, slope }) => sum + run * slope * at ** power, 0),
  );
  for (const { at, run } of stretches)
    for (let power = 0; power < 5; power++) sums[power] = (sums[power] ?? 0) + run * at ** power;
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0] = sums;
  return solved(
    [
      [s0 + 1, s1, s2],
      [s1, s2 + DAMPING.bend, s3],
      [s2, s3, s4 + DAMPING.twist],
    ],
    [right0 ?? 0, right1 ?? 0, right2 ?? 0],
  );
}

type Triple = [number, number, number];

// Cramer's rule.
function solved(rows: [Triple, Triple, Triple], right: Triple): Curve | null {
  const whole = determinant(rows);
  if (Math.abs(whole) < 1e-9) return null;
  const with_ = (column: number) =>
    determinant(rows.map((row, at) => row.with(column, right[at] ?? 0)) as [Triple, Triple, Triple]) / whole;
  return [with_(0), with_(1), with_(2)];
}

const determinant = ([[a, b, c], [d, e, f], [g, h, i]]: [Triple, Triple, Triple]) =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
