/** A value at a moment, in hours. */
export type Point = { hours: number; value: number };

/** A straight line through points: its rise in an hour, and how far that may be off with 95 % confidence. */
export type Slope = { perHour: number; plusMinus: number; points: number };

const FEWEST = 3;

/**
 * The line of least squares through points; null where there are too few of them, or all at one moment. The confidence takes
 * the points to vary independently, which memory does not quite: it is the least one should allow for.
 */
export function slopeOf(points: readonly Point[]): Slope | null {
  const n = points.length;
  if (n < FEWEST) return null;
  const hours = mean(points.map((point) => point.hours));
  const value = mean(points.map((point) => point.value));
  const spread = sum(points.map((point) => (point.hours - hours) ** 2));
  if (spread === 0) return null;
  const perHour = sum(points.map((point) => (point.hours - hours) * (point.value - value))) / spread;
  const left = points.map((point) => point.value - value - perHour * (point.hours - hours));
  const error = Math.sqrt(sum(left.map((one) => one ** 2)) / (n - 2) / spread);
  return { perHour, plusMinus: student95(n - 2) * error, points: n };
}

// Student's t for 95 %, two-sided, to within 2 % from three degrees of freedom on.
function student95(freedom: number): number {
  if (freedom < 3) return [Number.POSITIVE_INFINITY, 12.706, 4.303][freedom] ?? 0;
  return 1.96 + 2.37 / freedom + 2.82 / freedom ** 2 + 2.56 / freedom ** 3;
}

/** Points after a warm-up: without the first share of the time they span. */
export function afterWarmUp<P extends Point>(points: readonly P[], share: number): P[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const from = first.hours + share * (last.hours - first.hours);
  return points.filter(({ hours }) => hours >= from);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const mean = (numbers: readonly number[]): number => sum(numbers) / numbers.length;
