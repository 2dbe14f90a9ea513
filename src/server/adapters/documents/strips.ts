import { type Gray, partOf, placesOn, type Strip } from './geometry.ts';

/** Height of strips in pixels: the model's training size. */
export const STRIP_HEIGHT = 48;
const MAX_WIDTH = 1600;
/** Longer lines are read in pieces of about this many heights. */
const LONG = 20;

/** The strip cropped, levelled and scaled to 48 pixels high. */
export function cropStrip(picture: Gray, strip: Strip): Gray {
  const scale = strip.thickness / STRIP_HEIGHT;
  const width = Math.min(MAX_WIDTH, Math.max(16, Math.round(strip.length / scale)));
  const stepAlong = strip.length / width;
  const placeAt = placesOn(strip);
  const data = new Uint8Array(width * STRIP_HEIGHT);
  const oversampling = Math.max(1, Math.round(scale));
  for (let y = 0; y < STRIP_HEIGHT; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let part = 0; part < oversampling * oversampling; part++) {
        const along = (x + ((part % oversampling) + 0.5) / oversampling - width / 2) * stepAlong;
        const across =
          (y + (Math.floor(part / oversampling) + 0.5) / oversampling - STRIP_HEIGHT / 2) * scale;
        const at = placeAt(along, across);
        sum += shadeAt(picture, at.x, at.y);
      }
      data[y * width + x] = sum / (oversampling * oversampling);
    }
  return { width, height: STRIP_HEIGHT, data };
}

/** The shade between pixels. */
function shadeAt({ width, height, data }: Gray, x: number, y: number): number {
  const left = Math.min(width - 1.001, Math.max(0, x - 0.5));
  const top = Math.min(height - 1.001, Math.max(0, y - 0.5));
  const at = Math.floor(top) * width + Math.floor(left);
  const [right, down] = [left % 1, top % 1];
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? data[at] ?? 0) * right;
  const below = at + width < data.length ? at + width : at;
  const lower = (data[below] ?? 0) * (1 - right) + (data[below + 1] ?? data[below] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}

/** A long line in pieces, cut at the widest gap between two words; a short one unchanged. */
export function splitStrip(picture: Gray, strip: Strip): Strip[] {
  const count = Math.ceil(strip.length / (LONG * strip.thickness));
  if (count < 2) return [strip];
  const shades = shadesAlong(picture, strip);
  const cuts = Array.from({ length: count - 1 }, (_, at) => lightest(shades, (at + 1) / count, 0.35 / count));
  const along = (share: number) => (share - 0.5) * strip.length;
  return [0, ...cuts].map((from, at) => partOf(strip, along(from), along(cuts[at] ?? 1)));
}

/** How dark the darkest spot is in each step along the strip, a quarter of its height wide. */
function shadesAlong(picture: Gray, strip: Strip): number[] {
  const steps = Math.ceil((strip.length / strip.thickness) * 8);
  const placeAt = placesOn(strip);
  return Array.from({ length: steps }, (_, step) => {
    const along = ((step + 0.5) / steps - 0.5) * strip.length;
    let darkest = 255;
    for (let part = -8; part <= 8; part++) {
      const { x, y } = placeAt(along, (part / 8) * 0.4 * strip.thickness);
      darkest = Math.min(darkest, shadeAt(picture, x, y));
    }
    return darkest;
  });
}

/** The middle of the lightest stretch of a word space's width near `around`, as a share of the length. */
function lightest(shades: number[], around: number, within: number): number {
  const near = shades
    .map((_shade, at) => ({
      at: (at + 0.5) / shades.length,
      light: lightOf(shades.slice(Math.max(0, at - 2), at + 3)),
    }))
    .filter(({ at }) => Math.abs(at - around) <= within);
  const best = near.toSorted(
    (a, b) => b.light - a.light || Math.abs(a.at - around) - Math.abs(b.at - around),
  )[0];
  return best?.at ?? around;
}

const lightOf = (shades: number[]) => shades.reduce((sum, shade) => sum + shade, 0) / shades.length;
