import sharp from 'sharp';
import type { ReadPage } from '#server/kernel/ports/index.ts';
import type { GroundTruth } from '../score.ts';
import { bends, bentPicture, bentWords } from './bends.ts';
import { distortions } from './distortions.ts';
import { documentKinds, type GeneratedDocument } from './document-kinds.ts';
import { misreadings } from './misreadings.ts';
import { officeKinds } from './office-kinds.ts';
import { createRng, type Rng } from './rng.ts';
import { signKinds } from './sign-kinds.ts';
import { sumKinds } from './sum-kinds.ts';

type Synthetic = { name: string; kind: string; truth: GroundTruth };
export type SyntheticPicture = Synthetic & { distortion: string; bytes: Uint8Array };
export type SyntheticReading = Synthetic & { misreading: string; pages: ReadPage[] };

const kinds = { ...documentKinds, ...officeKinds, ...sumKinds };
const onePage = Object.fromEntries(
  Object.entries(kinds).filter(([kind]) => kind !== 'carried forward' && kind !== 'two invoices'),
);

/**
 * Pictures of synthetic Nigerian documents with their ground truth, reproducible by seed. Every kind meets every
 * distortion in turn.
 */
export async function* generatePictures(
  count: number,
  seed: number,
  { bent = false, bySign = false } = {},
): AsyncGenerator<SyntheticPicture> {
  const states = Object.keys(bent ? bends : distortions);
  for (const { rng, state, page, ...document } of documents(
    bySign ? signKinds : onePage,
    states,
    count,
    seed,
  )) {
    const flat = await sharp(Buffer.from(page.svg)).png().toBuffer();
    const bend = bent && bends[state]?.(rng);
    const bytes = bend
      ? await (await bentPicture(flat, bend)).jpeg({ quality: 80 }).toBuffer()
      : ((await distortions[state]?.(flat, rng)) ?? flat);
    yield { ...document, distortion: state, bytes };
  }
}

/** Changes faultless pages before they are misread. */
type Prepare = (pages: ReadPage[], truth: GroundTruth) => ReadPage[];

/**
 * Readings of synthetic documents with the faults of a recogniser, or bent as paper is in the hand, made without one:
 * thousands in a minute.
 */
export function* generateReadings(
  count: number,
  seed: number,
  { prepare = (pages) => pages, bent = false }: { prepare?: Prepare; bent?: boolean } = {},
): Generator<SyntheticReading> {
  const states = Object.keys(bent ? bends : misreadings);
  for (const { rng, state, page, others = [], ...document } of documents(kinds, states, count, seed)) {
    const faultless = prepare(
      [page, ...others].map(({ read }) => read),
      document.truth,
    );
    const bend = bent && bends[state]?.(rng);
    const pages = faultless.map((read) =>
      bend ? bentWords(read, bend, rng) : (misreadings[state]?.(read, rng) ?? read),
    );
    yield { ...document, misreading: state, pages };
  }
}

function* documents(
  kinds: Record<string, (rng: Rng) => GeneratedDocument>,
  states: readonly string[],
  count: number,
  seed: number,
): Generator<GeneratedDocument & { rng: Rng; name: string; kind: string; state: string }> {
  const makers = Object.entries(kinds);
  for (let at = 0; at < count; at++) {
    const rng = createRng(seed * 100_003 + at);
    const [kind, make] = makers[at % makers.length] ?? [];
    const state = states[(at + Math.floor(at / makers.length)) % states.length];
    if (!make || !kind || !state) return;
    yield { ...make(rng), rng, name: `${kind}-${at}`, kind, state };
  }
}
