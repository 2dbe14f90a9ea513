import sharp from 'sharp';
import { boxAt, expandStrip, type Gray, hullOf, type Point, smallestBox, type Strip } from './geometry.ts';
import { middleLineOf } from './middle-line.ts';

/** Likelihood of text for each pixel of an image whose sides are multiples of 32. */
export type DetectionModel = (input: Float32Array, width: number, height: number) => Promise<Float32Array>;

/**
 * A spot of writing, in pixels of the picture: the rectangle around it, the hull it came from, places along its middle, and,
 * where its line bends, the strip that bends with it.
 */
export type TextSpot = Strip & { hull: Point[]; line: Point[]; bent: Strip | null };

const STEP = 32;
const LIKELY = 0.3;
const LIKELY_ON_THE_WHOLE = 0.5;
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
  const inPicture = (points: Point[]) =>
    points.map(({ x, y }) => ({ x: (x + 0.5) * right, y: (y + 0.5) * down }));
  return blobsOf(map, width, height)
    .map(({ edge, pixels }) => spotOf(hullOf(inPicture(edge)), inPicture(pixels)))
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
async function resized(picture: Gray, width: number, height: number): Promise<Gray> {
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

function spotOf(hull: Point[], pixels: Point[]): TextSpot {
  const box = smallestBox(hull);
  return { ...expandStrip(box), hull, ...middleLineOf(box, pixels) };
}

/** The rectangle of a spot at another angle than its own. */
export const spotAtAngle = (spot: TextSpot, angle: number): Strip => expandStrip(boxAt(spot.hull, angle));

type Blob = { edge: Point[]; pixels: Point[] };

function blobsOf(map: Float32Array, width: number, height: number): Blob[] {
  const seen = new Uint8Array(map.length);
  const blobs: Blob[] = [];
  for (let at = 0; at < map.length && blobs.length < MAX_SPOTS; at++) {
    if (seen[at] || (map[at] ?? 0) < LIKELY) continue;
    const { edge, pixels, likelihood } = flood(map, seen, at, width, height);
    if (pixels.length >= 6 && likelihood >= LIKELY_ON_THE_WHOLE) blobs.push({ edge, pixels });
  }
  return blobs;
}

/** Everything likely that hangs together with `start`: its edge, its pixels, and how likely it is on average. */
function flood(map: Float32Array, seen: Uint8Array, start: number, width: number, height: number) {
  const open = [start];
  const rows = new Map<number, { from: number; to: number }>();
  const pixels: Point[] = [];
  let sum = 0;
  seen[start] = 1;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    sum += map[at] ?? 0;
    pixels.push({ x, y });
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
  return { edge, pixels, likelihood: sum / pixels.length };
}
