import sharp from 'sharp';
import { boxAt, type Gray, hullOf, type Point, smallestBox, type Strip } from './geometry.ts';

/** Likelihood of text for each pixel of an image whose sides are multiples of 32. */
export type DetectionModel = (input: Float32Array, width: number, height: number) => Promise<Float32Array>;

/** A spot of writing: the rectangle around it and the hull it came from, both in pixels of the picture. */
export type TextSpot = Strip & { hull: Point[] };

const STEP = 32;
const LIKELY = 0.3;
const LIKELY_ON_THE_WHOLE = 0.5;
/** The model detects the core of a line; its rectangle grows by this share of area over outline. */
const GROWTH = 1.6;
const MAX_SPOTS = 1500;
const MIN_CONTRAST = 20;
// The model's training means and deviations, for each colour.
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];

/** Detects text regions. The picture is scaled to about `pixels` pixels. */
export async function detectText(model: DetectionModel, picture: Gray, pixels: number): Promise<TextSpot[]> {
  if (isBlank(picture)) return [];
  const scale = Math.min(2, Math.sqrt(pixels / (picture.width * picture.height)));
  const width = Math.max(STEP, Math.round((picture.width * scale) / STEP) * STEP);
  const height = Math.max(STEP, Math.round((picture.height * scale) / STEP) * STEP);
  const small = await resized(picture, width, height);
  const map = await model(planesOf(small), width, height);
  const [right, down] = [picture.width / width, picture.height / height];
  return hullsOf(map, width, height)
    .map((hull) => hull.map(({ x, y }) => ({ x: (x + 0.5) * right, y: (y + 0.5) * down })))
    .map(spotOf)
    .filter(({ thickness }) => thickness > 4 * Math.max(right, down) ** 0.5);
}

function isBlank({ data }: Gray): boolean {
  let [darkest, lightest] = [255, 0];
  for (const shade of data) {
    if (shade < darkest) darkest = shade;
    if (shade > lightest) lightest = shade;
  }
  return lightest - darkest < MIN_CONTRAST;
}

/** A picture of another size. */
export async function resized(picture: Gray, width: number, height: number): Promise<Gray> {
  const raw = { width: picture.width, height: picture.height, channels: 1 as const };
  const data = await sharp(picture.data, { raw })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { width, height, data };
}

function planesOf({ width, height, data }: Gray): Float32Array {
  const size = width * height;
  const planes = new Float32Array(3 * size);
  for (let colour = 0; colour < 3; colour++) {
    const [mean, deviation] = [MEAN[colour] ?? 0, DEVIATION[colour] ?? 1];
    for (let at = 0; at < size; at++) planes[colour * size + at] = ((data[at] ?? 0) / 255 - mean) / deviation;
  }
  return planes;
}

function spotOf(hull: Point[]): TextSpot {
  return { ...expandStrip(smallestBox(hull)), hull };
}

/** A rectangle around the core of a line, made large enough for the whole letters. */
export function expandStrip(box: Strip): Strip {
  const by = (box.length * box.thickness * GROWTH) / (2 * (box.length + box.thickness));
  return { ...box, length: box.length + 2 * by, thickness: box.thickness + 2 * by };
}

/** The rectangle of a spot at another angle than its own. */
export const spotAtAngle = (spot: TextSpot, angle: number): Strip => expandStrip(boxAt(spot.hull, angle));

function hullsOf(map: Float32Array, width: number, height: number): Point[][] {
  const seen = new Uint8Array(map.length);
  const hulls: Point[][] = [];
  for (let at = 0; at < map.length && hulls.length < MAX_SPOTS; at++) {
    if (seen[at] || (map[at] ?? 0) < LIKELY) continue;
    const { edge, likelihood, size } = flood(map, seen, at, width, height);
    if (size >= 6 && likelihood >= LIKELY_ON_THE_WHOLE) hulls.push(hullOf(edge));
  }
  return hulls;
}

/** Everything likely that hangs together with `start`: its edge, how likely it is on average, and how many pixels. */
function flood(map: Float32Array, seen: Uint8Array, start: number, width: number, height: number) {
  const open = [start];
  const rows = new Map<number, { from: number; to: number }>();
  let [sum, size] = [0, 0];
  seen[start] = 1;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    sum += map[at] ?? 0;
    size++;
    const row = rows.get(y);
    if (!row) rows.set(y, { from: x, to: x });
    else if (x < row.from) row.from = x;
    else if (x > row.to) row.to = x;
    for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
      if (next < 0 || next >= width * height || seen[next] || (map[next] ?? 0) < LIKELY) continue;
      seen[next] = 1;
      open.push(next);
    }
  }
  const edge = [...rows].flatMap(([y, { from, to }]) => [
    { x: from, y },
    { x: to, y },
  ]);
  return { edge, likelihood: sum / size, size };
}
