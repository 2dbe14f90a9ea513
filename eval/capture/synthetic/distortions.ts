import { createCanvas, loadImage } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
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

async function onBackground(picture: Picture, transform: (sheet: Sharp) => Sharp): Promise<Picture> {
  const edged = await sharp(picture)
    .extend({ top: 70, bottom: 70, left: 60, right: 60, background: '#6b5a48' })
    .png()
    .toBuffer();
  return transform(sharp(edged)).jpeg({ quality: 80 }).toBuffer();
}

// Farther rows are narrower, as when the phone is held over one end of the document.
async function withPerspective(picture: Picture, by: number): Promise<Picture> {
  const image = await loadImage(picture);
  const { width, height } = image;
  const canvas = createCanvas(width + 120, height + 120);
  const brush = canvas.getContext('2d');
  brush.fillStyle = '#6b5a48';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  for (let y = 0; y < height; y++) {
    const wide = width * (1 - by * (1 - y / height));
    brush.drawImage(image, 0, y, width, 1, 60 + (width - wide) / 2, 60 + y, wide, 1.5);
  }
  return canvas.toBuffer('image/png');
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
