import { areaAround, fitRowLevels, LEVEL, type Link, type RowLevels } from '#core/row-levels.ts';
import type { TextSpot } from './detection.ts';
import { halfTurn, type Point, weightedMedian } from './geometry.ts';

/**
 * Skew of the text in an image: the main angle of its lines. On a page that bends, or photographed from the side, they climb
 * and fall besides, which `levels` knows in the directions of the upright page, from the middle of the image.
 */
export type PageSkew = { middle: Point; angle: number; levels: RowLevels };

const LONG = 4;
/** Lines that show how they lie, in lengths of their thickness. */
const TELLING = 3;
const FEWEST = 8;
const OUTLIER = (20 * Math.PI) / 180;
/** A place along a line is in doubt this far off, in thicknesses. */
const SLACK = 0.3;

/** The page's skew by its lines, up to a half turn, which they cannot tell. */
export function estimateSkew(spots: TextSpot[], size: { width: number; height: number }): PageSkew {
  const middle = { x: size.width / 2, y: size.height / 2 };
  const long = spots.filter(({ length, thickness }) => length > LONG * thickness);
  const angle = mainAngle(long.length > 0 ? long : spots);
  return { middle, angle, levels: levelsOf(spots, middle, angle) };
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

/** How lines climb and fall, by those long enough to tell. */
function levelsOf(spots: TextSpot[], middle: Point, angle: number): RowLevels {
  const telling = spots.filter(
    (spot) => spot.length > TELLING * spot.thickness && Math.abs(halfTurn(spot.angle - angle)) < OUTLIER,
  );
  if (telling.length < FEWEST) return LEVEL;
  const lines = telling.map(({ line, thickness }) => ({
    places: line.map((place) => uprightPlace(place, middle, angle)).toSorted((a, b) => a.x - b.x),
    slack: SLACK * thickness,
  }));
  const links = lines.flatMap(({ places, slack }) =>
    places.slice(1).map((to, at): Link => ({ from: places[at] ?? to, to, slack })),
  );
  return fitRowLevels(links, areaAround(lines.flatMap(({ places }) => places)));
}

/** A point of the image, from its middle in the directions of the upright page. */
export function uprightPlace({ x, y }: Point, middle: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [right, down] = [x - middle.x, y - middle.y];
  return { x: right * cos + down * sin, y: down * cos - right * sin };
}

/** The skew of a page that stands on its head. */
export const onItsHead = ({ middle, angle, levels }: PageSkew): PageSkew => ({
  middle,
  angle: angle + Math.PI,
  levels: {
    fallAt: ({ x, y }) => -levels.fallAt({ x: -x, y: -y }),
    slopeAt: ({ x, y }) => levels.slopeAt({ x: -x, y: -y }),
    strain: levels.strain,
  },
});

/** The angle lines have at a point. */
export function angleAt({ middle, angle, levels }: PageSkew, point: Point): number {
  return angle + Math.atan(levels.slopeAt(uprightPlace(point, middle, angle)));
}
