import { type DetectionModel, detectText, type TextSpot } from './detection.ts';
import type { Gray, Point } from './geometry.ts';

/**
 * Resolution of the first and of the finest text detection, in pixels of the picture as the model sees it.
 */
const COARSE_PIXELS = 1_100_000;
const FINE_PIXELS = 2_600_000;
/** Lines lower than this, as scaled for the model, merge; the target is the second value. */
const MIN_LINE_HEIGHT = 12;
const TARGET_LINE_HEIGHT = 17;
const MARGIN = 0.03;

type Area = { left: number; top: number; width: number; height: number };

/**
 * Finds text regions. Where text is small, as on a page in the middle of a table, only that area is detected
 * again at a higher resolution.
 */
export async function findText(model: DetectionModel, picture: Gray): Promise<TextSpot[]> {
  const firstPass = await detectText(model, picture, COARSE_PIXELS);
  const scale = Math.sqrt(COARSE_PIXELS / (picture.width * picture.height));
  const height = medianHeight(firstPass) * scale;
  if (firstPass.length < 4 || height >= MIN_LINE_HEIGHT || scale >= 1) return firstPass;
  const area = areaOf(firstPass, picture);
  const zoom = Math.min(1.5, (scale * TARGET_LINE_HEIGHT) / height);
  const pixels = Math.min(FINE_PIXELS, area.width * area.height * zoom ** 2);
  const secondPass = await detectText(model, cropped(picture, area), pixels);
  return secondPass.length < firstPass.length / 2
    ? firstPass
    : secondPass.map((spot) => translated(spot, area));
}

const medianHeight = (spots: TextSpot[]) =>
  spots.map(({ thickness }) => thickness).toSorted((a, b) => a - b)[Math.floor(spots.length / 2)] ?? 0;

function areaOf(spots: TextSpot[], picture: Gray): Area {
  const corners = spots.flatMap(({ hull }) => hull);
  const margin = MARGIN * Math.max(picture.width, picture.height);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const left = Math.floor(Math.max(0, minOf(xs) - margin));
  const top = Math.floor(Math.max(0, minOf(ys) - margin));
  const width = Math.ceil(Math.min(picture.width, most(xs) + margin)) - left;
  const height = Math.ceil(Math.min(picture.height, most(ys) + margin)) - top;
  return { left, top, width, height };
}

const minOf = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0);

function cropped(picture: Gray, { left, top, width, height }: Area): Gray {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * picture.width + left;
    data.set(picture.data.subarray(from, from + width), y * width);
  }
  return { width, height, data };
}

function translated(spot: TextSpot, { left, top }: Area): TextSpot {
  const move = <T extends Point>(one: T): T => ({ ...one, x: one.x + left, y: one.y + top });
  return {
    ...move(spot),
    hull: spot.hull.map(move),
    line: spot.line.map(move),
    bent: spot.bent && move(spot.bent),
  };
}
