import type { Gray, Strip } from './geometry.ts';
import { cropStrip, STRIP_HEIGHT } from './strips.ts';

/**
 * For `count` images of `width` × 48: the likelihood of each letter of the alphabet per column of 8 pixels.
 */
export type RecognitionModel = (input: Float32Array, count: number, width: number) => Promise<Float32Array>;

/** One letter of a strip: `at` is its place along the strip, 0 to 1. */
export type Letter = { text: string; at: number; confidence: number };
export type RecognisedStrip = { letters: Letter[]; strip: Strip; picture: Gray };

const COLUMN = 8;
/** Strips read together, in columns of the picture: more only take more memory. */
const BATCH_WIDTH = 1000;

/** The alphabet of the model: its first class is "nothing", its last a space. */
export type Alphabet = { classes: number; letters: { index: number; text: string }[] };

/** Only what a European document is made of; the model knows thousands of Chinese signs besides. */
export function alphabetOf(keys: string): Alphabet {
  const signs = keys.split(/\r?\n/).filter((sign) => sign !== '');
  const letters = signs.flatMap((sign, at) => {
    const text = sign.normalize('NFKC');
    return /^[\u0020-\u024F\u2010-\u2026\u20A0-\u20BF№]+$/.test(text) ? [{ index: at + 1, text }] : [];
  });
  return { classes: signs.length + 2, letters: [...letters, { index: signs.length + 1, text: ' ' }] };
}

/** Reads strips of a picture, those of similar length together. Answers in their order. */
export async function recogniseStrips(
  model: RecognitionModel,
  alphabet: Alphabet,
  picture: Gray,
  strips: Strip[],
): Promise<RecognisedStrip[]> {
  const cut = strips
    .map((strip, place) => ({ place, strip, picture: cropStrip(picture, strip) }))
    .toSorted((a, b) => a.picture.width - b.picture.width);
  const writings: (RecognisedStrip & { place: number })[] = [];
  for (const batch of batchesOf(cut)) {
    const width = batch.at(-1)?.picture.width ?? STRIP_HEIGHT;
    const likelihoods = await model(inputOf(batch, width), batch.length, width);
    const columns = likelihoods.length / alphabet.classes / batch.length;
    batch.forEach((one, at) => {
      const size = columns * alphabet.classes;
      const letters = lettersOf(
        likelihoods.subarray(at * size, (at + 1) * size),
        alphabet,
        one.picture.width,
      );
      writings.push({ ...one, letters });
    });
  }
  return writings.toSorted((a, b) => a.place - b.place);
}

function batchesOf<T extends { picture: Gray }>(cut: T[]): T[][] {
  const batches: T[][] = [];
  for (const one of cut) {
    const batch = batches.at(-1);
    const first = batch?.[0];
    // Padding to equal widths costs as much as text does.
    const isNear = first && one.picture.width < first.picture.width * 1.06 + COLUMN;
    if (batch && isNear && (batch.length + 1) * one.picture.width <= BATCH_WIDTH) batch.push(one);
    else batches.push([one]);
  }
  return batches;
}

function inputOf(batch: { picture: Gray }[], width: number): Float32Array {
  const plane = STRIP_HEIGHT * width;
  const input = new Float32Array(batch.length * 3 * plane);
  batch.forEach(({ picture }, at) => {
    for (let y = 0; y < STRIP_HEIGHT; y++)
      for (let x = 0; x < picture.width; x++) {
        const value = (picture.data[y * picture.width + x] ?? 0) / 127.5 - 1;
        const place = at * 3 * plane + y * width + x;
        input[place] = value;
        input[place + plane] = value;
        input[place + 2 * plane] = value;
      }
  });
  return input;
}

/** The best letter of each column; equal neighbours are one letter. */
function lettersOf(likelihoods: Float32Array, alphabet: Alphabet, width: number): Letter[] {
  const letters: Letter[] = [];
  let last = 0;
  const columns = Math.min(likelihoods.length / alphabet.classes, Math.ceil(width / COLUMN));
  let run = { from: 0, to: 0 };
  for (let column = 0; column < columns; column++) {
    const base = column * alphabet.classes;
    const best = bestOf(likelihoods, base, alphabet);
    const letter = letters.at(-1);
    if (best.index === last && letter && best.index !== 0) {
      run.to = column;
      letter.at = middleOf(run, width);
      letter.confidence = Math.max(letter.confidence, best.likelihood);
    } else if (best.index !== 0) {
      run = { from: column, to: column };
      letters.push({ text: best.text, at: middleOf(run, width), confidence: best.likelihood });
    }
    last = best.index;
  }
  return letters;
}

const middleOf = ({ from, to }: { from: number; to: number }, width: number) =>
  (((from + to + 1) / 2) * COLUMN) / width;

function bestOf(likelihoods: Float32Array, base: number, { letters }: Alphabet) {
  let best = { index: 0, text: '', likelihood: likelihoods[base] ?? 0 };
  for (const { index, text } of letters) {
    const likelihood = likelihoods[base + index] ?? 0;
    if (likelihood > best.likelihood) best = { index, text, likelihood };
  }
  return best;
}
