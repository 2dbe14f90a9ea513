import sharp, { type Sharp } from 'sharp';
import { alongCurve, bentPicture } from './bends.ts';
import type { Rng } from './rng.ts';

type Picture = Buffer;

/** Distortions of a phone photo: each takes a PNG and gives a picture. */
export const distortions: Record<string, (picture: Picture, rng: Rng) => Promise<Picture>> = {
  clean: async (picture) => picture,
  turned: (picture, rng) =>
    sharp(picture)
      .rotate(rng.pick([90, 180, 270]))
      .jpeg({ quality: 85 })
      .toBuffer(),
  askew: (picture, rng) =>
    onBackground(picture, (sheet) => sheet.rotate(rng.pick([-5, -3, 2.5, 4, 6]), { background: '#6b5a48' })),
  perspective: (picture, rng) => withPerspective(picture, 0.06 + 0.08 * rng.next()),
  shadow: (picture, rng) => withShadow(picture, rng),
  blur: (picture, rng) =>
    sharp(picture)
      .blur(0.9 + rng.next() * 0.7)
      .jpeg({ quality: 80 })
      .toBuffer(),
  noise: withNoise,
  small: (picture) => sharp(picture).resize({ width: 640 }).jpeg({ quality: 45 }).toBuffer(),
  curled: withCurl,
  carbon: asCarbonCopy,
  faded: withFading,
  phone: async (picture, rng) => {
    const leaning = await withPerspective(picture, 0.05);
    const shaded_ = await withShadow(leaning, rng);
    return sharp(shaded_)
      .rotate(rng.pick([-3, 2, 3]), { background: '#5f5346' })
      .blur(0.7)
      .jpeg({ quality: 60 })
      .toBuffer();
  },
};

// A sheet that bends over its width, most in the middle or at one edge.
async function withCurl(picture: Picture, rng: Rng): Promise<Picture> {
  const deep = 2 * rng.pick([-0.03, -0.02, 0.02, 0.03]);
  const isSpine = rng.often(0.5);
  const bent = await bentPicture(
    picture,
    alongCurve((x) => deep * (isSpine ? ((x + 1) / 2) ** 3 : 1 - x ** 2)),
  );
  return bent.jpeg({ quality: 80 }).toBuffer();
}

// A second copy through carbon paper: pale blue, blurred, and printed twice a little apart.
async function asCarbonCopy(picture: Picture, rng: Rng): Promise<Picture> {
  const pale = await sharp(picture).grayscale().linear(0.45, 130).blur(0.8).png().toBuffer();
  const ghost = await sharp(pale)
    .affine([1, 0, 0, 1], { odx: rng.integer(1, 2), ody: rng.integer(1, 2), background: '#ffffff' })
    .toBuffer();
  return sharp(pale)
    .composite([{ input: ghost, blend: 'multiply' }])
    .tint('#9db4e0')
    .jpeg({ quality: 75 })
    .toBuffer();
}

// Thermal paper that has lain in the sun: the writing fades towards one end, with lighter bands where it was folded.
async function withFading(picture: Picture, rng: Rng): Promise<Picture> {
  const { width = 100, height = 100 } = await sharp(picture).metadata();
  const band = Math.round(height * (0.2 + 0.6 * rng.next()));
  const veil = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="${rng.next().toFixed(2)}" y2="1">
    <stop offset="0" stop-color="#fff" stop-opacity="0.25"/><stop offset="1" stop-color="#fff" stop-opacity="0.78"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><rect y="${band}" width="100%" height="${Math.round(height / 40)}" fill="#fff" opacity="0.35"/></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(veil) }])
    .blur(0.6)
    .jpeg({ quality: 70 })
    .toBuffer();
}

async function onBackground(picture: Picture, transform: (sheet: Sharp) => Sharp): Promise<Picture> {
  const edged = await sharp(picture)
    .extend({ top: 70, bottom: 70, left: 60, right: 60, background: '#6b5a48' })
    .png()
    .toBuffer();
  return transform(sharp(edged)).jpeg({ quality: 80 }).toBuffer();
}

// Farther rows are narrower, as when the phone is held over one end of the document.
async function withPerspective(picture: Picture, by: number): Promise<Picture> {
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const tall = (2 * height) / width;
  const leaning = await bentPicture(picture, ({ x, y }) => ({ x: x * (1 - by * (0.5 - y / tall)), y }));
  const edges = { left: 60, right: 60, top: 60, bottom: 60, background: '#6b5a48' };
  return leaning.extend(edges).png().toBuffer();
}

async function withShadow(picture: Picture, rng: Rng): Promise<Picture> {
  const { width = 100, height = 100 } = await sharp(picture).metadata();
  const at = Math.round(20 + rng.next() * 50);
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="0.6">
    <stop offset="0" stop-color="#fff"/><stop offset="${at}%" stop-color="#e8e4dc"/><stop offset="${at + 12}%" stop-color="#8d8578"/><stop offset="1" stop-color="#6f675c"/>
    </linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(shade), blend: 'multiply' }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function withNoise(picture: Picture): Promise<Picture> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let state = 12_345;
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) + ((state >>> 16) % 71) - 35));
  }
  return sharp(data, { raw: info }).jpeg({ quality: 70 }).toBuffer();
}
