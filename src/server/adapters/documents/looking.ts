import { type Spot, spotsOf, type WritingModel } from './detection.ts';
import type { Gray } from './geometry.ts';

/**
 * Resolution of the first and of the finest text detection, in pixels of the picture as the model sees it.
 */
const FIRST_LOOK = 1_100_000;
const CLOSEST_LOOK = 2_600_000;
/** Lines lower than this, as scaled for the model, merge; the target is the second value. */
const TOO_LOW = 12;
const HIGH_ENOUGH = 17;
const MARGIN = 0.03;

type Area = { left: number; top: number; width: number; height: number };

/**
 * Finds text regions. Where text is small, as on a page in the middle of a table, only that area is detected
 * again at a higher resolution.
 */
export async function lookFor(model: WritingModel, picture: Gray): Promise<Spot[]> {
  const first = await spotsOf(model, picture, FIRST_LOOK);
  const scale = Math.sqrt(FIRST_LOOK / (picture.width * picture.height));
  const height = medianHeight(first) * scale;
  if (first.length < 4 || height >= TOO_LOW || scale >= 1) return first;
  const area = areaOf(first, picture);
  const wanted = Math.min(1.5, (scale * HIGH_ENOUGH) / height);
  const pixels = Math.min(CLOSEST_LOOK, area.width * area.height * wanted ** 2);
  const closer = await spotsOf(model, cropped(picture, area), pixels);
  return closer.length < first.length / 2 ? first : closer.map((spot) => moved(spot, area));
}

const medianHeight = (spots: Spot[]) =>
  spots.map(({ thickness }) => thickness).toSorted((a, b) => a - b)[Math.floor(spots.length / 2)] ?? 0;

function areaOf(spots: Spot[], picture: Gray): Area {
  const corners = spots.flatMap(({ hull }) => hull);
  const margin = MARGIN * Math.max(picture.width, picture.height);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const left = Math.floor(Math.max(0, least(xs) - margin));
  const top = Math.floor(Math.max(0, least(ys) - margin));
  const width = Math.ceil(Math.min(picture.width, most(xs) + margin)) - left;
  const height = Math.ceil(Math.min(picture.height, most(ys) + margin)) - top;
  return { left, top, width, height };
}

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0);

function cropped(picture: Gray, { left, top, width, height }: Area): Gray {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * picture.width + left;
    data.set(picture.data.subarray(from, from + width), y * width);
  }
  return { width, height, data };
}

const moved = (spot: Spot, { left, top }: Area): Spot => ({
  ...spot,
  x: spot.x + left,
  y: spot.y + top,
  hull: spot.hull.map(({ x, y }) => ({ x: x + left, y: y + top })),
});
