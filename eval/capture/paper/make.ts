import sharp from 'sharp';
import type { Truth } from '../score.ts';
import { chanceOf } from './chance.ts';
import { distortions } from './distort.ts';
import { kinds } from './kinds.ts';

export type PaperDocument = {
  name: string;
  kind: string;
  distortion: string;
  bytes: Uint8Array;
  truth: Truth;
};

/** Made-up Nigerian papers with their answers; the same ones for the same seed. Every kind meets every distortion in turn. */
export async function* papers(count: number, seed: number): AsyncGenerator<PaperDocument> {
  const makers = Object.entries(kinds);
  const ways = Object.entries(distortions);
  for (let at = 0; at < count; at++) {
    const chance = chanceOf(seed * 100_003 + at);
    const [kind, make] = makers[at % makers.length] ?? [];
    const [distortion, distort] = ways[(at + Math.floor(at / makers.length)) % ways.length] ?? [];
    if (!make || !distort || !kind || !distortion) return;
    const { svg, truth } = make(chance);
    const flat = await sharp(Buffer.from(svg)).png().toBuffer();
    const bytes = await distort(flat, chance);
    yield { name: `${kind}-${at}`, kind, distortion, bytes, truth };
  }
}
