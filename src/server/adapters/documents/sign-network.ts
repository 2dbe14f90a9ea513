import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { softmax } from '#core/linear-model.ts';

/** Picture of a sign, row by row, each value 0 (paper) to 1 (ink); one value more, 0, stands for all outside of it. */
export const SIGN = { width: 20, height: 24 };
const OUTSIDE = SIGN.width * SIGN.height;

/** Signs of money, and what they are confused with; the first stands for all others. */
export const signs = ['other', '₦', '$', '£', '€', 'N', 'H', 'W', '#', 'C', 'E', 'f', 'F', 'R'] as const;
export type Sign = (typeof signs)[number];

const KERNEL = 5;
const SPOTS = KERNEL * KERNEL;
const MAPS = 8;
const HIDDEN = 32;
const [ACROSS, DOWN] = [SIGN.width / 2, SIGN.height / 2];
const FEATURES = ACROSS * DOWN * MAPS;

/** Kernels, hidden and outer layer, each with its biases behind it: where each begins in the weights. */
const sizes = [SPOTS * MAPS, MAPS, FEATURES * HIDDEN, HIDDEN, HIDDEN * signs.length, signs.length];
const starts = sizes.map((_size, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));

/** For each place of the kernel the pixels under it. */
const patches = Int16Array.from({ length: ACROSS * DOWN * SPOTS }, (_, at) => {
  const [place, spot] = [Math.floor(at / SPOTS), at % SPOTS];
  const x = 2 * (place % ACROSS) + (spot % KERNEL) - 2;
  const y = 2 * Math.floor(place / ACROSS) + Math.floor(spot / KERNEL) - 2;
  return x < 0 || y < 0 || x >= SIGN.width || y >= SIGN.height ? OUTSIDE : y * SIGN.width + x;
});

/** A convolution by steps of two and two full layers; the weights of all stand in one row. */
export const network = { SPOTS, MAPS, HIDDEN, FEATURES, patches, sizes, starts };

/** Outputs of each layer for a picture; the last are shares by `signs` that add up to 1. */
export type Activity = { features: Float32Array; hidden: Float64Array; shares: Float64Array };

export function activityOf(weights: Float32Array, picture: Float32Array): Activity {
  const [kernels = 0, kernelBias = 0, inner = 0, innerBias = 0, outer = 0, outerBias = 0] = starts;
  const features = new Float32Array(FEATURES);
  for (let at = 0; at < FEATURES; at++) {
    const map = at % MAPS;
    const patch = Math.floor(at / MAPS) * SPOTS;
    let sum = weights[kernelBias + map] ?? 0;
    for (let spot = 0; spot < SPOTS; spot++)
      sum += (weights[kernels + map * SPOTS + spot] ?? 0) * (picture[patches[patch + spot] ?? 0] ?? 0);
    features[at] = Math.max(0, sum);
  }
  const hidden = layer(weights, inner, innerBias, features, HIDDEN).map((value) => Math.max(0, value));
  return { features, hidden, shares: softmax(layer(weights, outer, outerBias, hidden, signs.length), 1) };
}

function layer(weights: Float32Array, from: number, bias: number, input: ArrayLike<number>, count: number) {
  return Float64Array.from({ length: count }, (_, to) => {
    let sum = weights[bias + to] ?? 0;
    const row = from + to * input.length;
    for (let at = 0; at < input.length; at++) sum += (weights[row + at] ?? 0) * (input[at] ?? 0);
    return sum;
  });
}

const FILE = new URL('signs.gz', import.meta.url);
let loaded: Float32Array | null = null;

/** Weights are read once, by the first page. */
export function trainedSigns(): Float32Array {
  loaded ??= unpackedSigns(gunzipSync(readFileSync(FILE)));
  return loaded;
}

/** For each part of the weights the worth of one step, then all steps as bytes. */
export function unpackedSigns(bytes: Buffer): Float32Array {
  const steps = new Int8Array(bytes.buffer, bytes.byteOffset + 4 * sizes.length);
  const weights = Float32Array.from(steps);
  sizes.forEach((size, part) => {
    const from = starts[part] ?? 0;
    for (let at = from; at < from + size; at++) weights[at] = (steps[at] ?? 0) * bytes.readFloatLE(4 * part);
  });
  return weights;
}
