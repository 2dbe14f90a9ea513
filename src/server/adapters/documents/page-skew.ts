import type { TextSpot } from './detection.ts';
import { halfTurn, type Point, weightedMedian } from './geometry.ts';

/**
 * Skew of the text in an image. On a page photographed from the side, lines are not parallel: at a point (x
 * right, y down of the centre) they have the angle `angle + byX * x + byY * y`.
 */
export type PageSkew = { middle: Point; angle: number; byX: number; byY: number };

const LONG = 4;
const OUTLIER = (4 * Math.PI) / 180;

/** The page's skew by its lines, up to a half turn, which they cannot tell. */
export function estimateSkew(spots: TextSpot[], size: { width: number; height: number }): PageSkew {
  const middle = { x: size.width / 2, y: size.height / 2 };
  const long = spots.filter(({ length, thickness }) => length > LONG * thickness);
  const angle = mainAngle(long.length > 0 ? long : spots);
  return { middle, angle, ...curvatureOf(long, middle, angle) };
}

// Votes lie on a circle of half a turn: first counted coarsely, then the median is taken near the peak.
function mainAngle(spots: TextSpot[]): number {
  const weigh = (around: number, within: number) =>
    spots
      .map((spot) => ({ value: halfTurn(spot.angle - around), weight: spot.length }))
      .filter(({ value }) => Math.abs(value) < within);
  const step = Math.PI / 36;
  const votes = Array.from({ length: 36 }, (_, at) => ({
    around: at * step,
    votes: weigh(at * step, step).reduce((sum, { weight }) => sum + weight, 0),
  }));
  const best = votes.toSorted((a, b) => b.votes - a.votes)[0];
  if (!best) return 0;
  return halfTurn(best.around + weightedMedian(weigh(best.around, 2 * step)));
}

/** How the angle changes over the page, by least squares over lines long enough to tell. */
function curvatureOf(long: TextSpot[], middle: Point, angle: number): { byX: number; byY: number } {
  const none = { byX: 0, byY: 0 };
  const lines = long
    .map((spot) => ({ spot, off: halfTurn(spot.angle - angle), weight: spot.length ** 2 }))
    .filter(({ off }) => Math.abs(off) < OUTLIER * 3);
  if (lines.length < 8) return none;
  let [xx, xy, yy, xo, yo, all] = [0, 0, 0, 0, 0, 0];
  for (const { spot, off, weight } of lines) {
    const [x, y] = [spot.x - middle.x, spot.y - middle.y];
    xx += weight * x * x;
    xy += weight * x * y;
    yy += weight * y * y;
    xo += weight * x * off;
    yo += weight * y * off;
    all += weight;
  }
  // Damping: without lines spread over the page there is no bend to be known.
  const damp = all * 50 ** 2;
  const determinant = (xx + damp) * (yy + damp) - xy * xy;
  return {
    byX: (xo * (yy + damp) - yo * xy) / determinant,
    byY: (yo * (xx + damp) - xo * xy) / determinant,
  };
}

/** The angle lines have at a point. */
export function angleAt({ middle, angle, byX, byY }: PageSkew, { x, y }: Point): number {
  return angle + byX * (x - middle.x) + byY * (y - middle.y);
}
