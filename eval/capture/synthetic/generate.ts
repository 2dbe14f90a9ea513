import sharp from 'sharp';
import type { GroundTruth } from '../score.ts';
import { distortions } from './distortions.ts';
import { documentKinds } from './document-kinds.ts';
import { createRng } from './rng.ts';

export type SyntheticDocument = {
  name: string;
  kind: string;
  distortion: string;
  bytes: Uint8Array;
  truth: GroundTruth;
};

/**
 * Synthetic Nigerian documents with their ground truth, reproducible by seed. Every kind meets every
 * distortion in turn.
 */
export async function* generateDocuments(count: number, seed: number): AsyncGenerator<SyntheticDocument> {
  const makers = Object.entries(documentKinds);
  const ways = Object.entries(distortions);
  for (let at = 0; at < count; at++) {
    const rng = createRng(seed * 100_003 + at);
    const [kind, make] = makers[at % makers.length] ?? [];
    const [distortion, distort] = ways[(at + Math.floor(at / makers.length)) % ways.length] ?? [];
    if (!make || !distort || !kind || !distortion) return;
    const { svg, truth } = make(rng);
    const flat = await sharp(Buffer.from(svg)).png().toBuffer();
    const bytes = await distort(flat, rng);
    yield { name: `${kind}-${at}`, kind, distortion, bytes, truth };
  }
}
