// npm run train:signs [-- --leave-one-out]: makes the weights that tell signs of money apart, from drawn amounts.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { LACKED } from '#server/adapters/documents/money-signs.ts';
import { activityOf, network, signs, unpackedSigns } from '#server/adapters/documents/sign-network.ts';
import { createRng } from '#server/demo/rng.ts';
import { asBytes, shuffle } from '../../training/softmax.ts';
import { families, type SignExample, signExamples, states } from './sign-examples.ts';

const SEEDS = [2101, 2102, 2103];
const TEST_SEED = 909;
const EPOCHS = 16;
const BATCH = 32;
const FILE = new URL('../../../src/server/adapters/documents/signs.gz', import.meta.url);

/** Weights by Adam; the rate falls from epoch to epoch. */
function fitSigns(examples: readonly SignExample[]): Float32Array {
  const { roll } = createRng(7);
  const weights = startingWeights(roll);
  const [slopes, means, squares] = [0, 1, 2].map(() => new Float32Array(weights.length)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const all = [...examples];
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(all, roll);
    const rate = 0.002 * (1 - epoch / EPOCHS) ** 1.5;
    for (let from = 0; from < all.length; from += BATCH) {
      slopes.fill(0);
      const batch = all.slice(from, from + BATCH);
      for (const one of batch) addSlopes(weights, slopes, one);
      step++;
      const [meanScale, squareScale] = [1 - 0.9 ** step, 1 - 0.999 ** step];
      for (let at = 0; at < weights.length; at++) {
        const slope = (slopes[at] ?? 0) / batch.length + 1e-4 * (weights[at] ?? 0);
        const mean = 0.9 * (means[at] ?? 0) + 0.1 * slope;
        const square = 0.999 * (squares[at] ?? 0) + 0.001 * slope * slope;
        means[at] = mean;
        squares[at] = square;
        weights[at] =
          (weights[at] ?? 0) - (rate * (mean / meanScale)) / (Math.sqrt(square / squareScale) + 1e-8);
      }
    }
  }
  return weights;
}

function startingWeights(roll: () => number): Float32Array {
  const weights = new Float32Array(network.sizes.reduce((sum, size) => sum + size, 0));
  const inputs = [network.SPOTS, 0, network.FEATURES, 0, network.HIDDEN, 0];
  inputs.forEach((count, part) => {
    const from = network.starts[part] ?? 0;
    if (count > 0)
      for (let at = 0; at < (network.sizes[part] ?? 0); at++)
        weights[from + at] = (roll() - 0.5) * 2 * Math.sqrt(6 / count);
  });
  return weights;
}

/** Adds what one example asks of each weight. */
function addSlopes(weights: Float32Array, slopes: Float32Array, { picture, label }: SignExample): void {
  const { SPOTS, MAPS, HIDDEN, FEATURES, patches, starts } = network;
  const [kernels = 0, kernelBias = 0, inner = 0, innerBias = 0, outer = 0, outerBias = 0] = starts;
  const { features, hidden, shares } = activityOf(weights, picture);
  const add = (at: number, by: number) => {
    slopes[at] = (slopes[at] ?? 0) + by;
  };
  const back = new Float64Array(HIDDEN);
  for (let sign = 0; sign < signs.length; sign++) {
    const wrong = (shares[sign] ?? 0) - (sign === label ? 1 : 0);
    add(outerBias + sign, wrong);
    for (let unit = 0; unit < HIDDEN; unit++) {
      const at = outer + sign * HIDDEN + unit;
      add(at, wrong * (hidden[unit] ?? 0));
      back[unit] = (back[unit] ?? 0) + wrong * (weights[at] ?? 0);
    }
  }
  const below = new Float64Array(FEATURES);
  for (let unit = 0; unit < HIDDEN; unit++) {
    if (!((hidden[unit] ?? 0) > 0)) continue;
    const wrong = back[unit] ?? 0;
    add(innerBias + unit, wrong);
    const row = inner + unit * FEATURES;
    for (let at = 0; at < FEATURES; at++) {
      slopes[row + at] = (slopes[row + at] ?? 0) + wrong * (features[at] ?? 0);
      below[at] = (below[at] ?? 0) + wrong * (weights[row + at] ?? 0);
    }
  }
  for (let at = 0; at < FEATURES; at++) {
    const wrong = below[at] ?? 0;
    if (!((features[at] ?? 0) > 0) || wrong === 0) continue;
    const map = at % MAPS;
    const patch = Math.floor(at / MAPS) * SPOTS;
    add(kernelBias + map, wrong);
    for (let spot = 0; spot < SPOTS; spot++)
      add(kernels + map * SPOTS + spot, wrong * (picture[patches[patch + spot] ?? 0] ?? 0));
  }
}

/** The worth of one step in each part of the weights, then all in steps. */
function packedSigns(weights: Float32Array): Buffer {
  const parts = network.sizes.map((size, part) => {
    const from = network.starts[part] ?? 0;
    return asBytes(weights.slice(from, from + size));
  });
  const head = Buffer.alloc(4 * parts.length);
  parts.forEach(({ scale }, part) => head.writeFloatLE(scale, 4 * part));
  return Buffer.concat([
    head,
    ...parts.flatMap(({ bytes }) => bytes.map((table) => Buffer.from(table.buffer))),
  ]);
}

/** Of the signs of money how many are told, and of all that is told how much is wrong, from some sureness on. */
function reportOn(title: string, weights: Float32Array, examples: readonly SignExample[]): void {
  const read = examples.map(({ picture, label }) => {
    const { shares } = activityOf(weights, picture);
    const best = shares.indexOf(Math.max(...shares));
    return { label, best, share: shares[best] ?? 0 };
  });
  const isMoney = (sign: number) => LACKED.has(signs[sign] ?? 'other');
  const money = read.filter(({ label }) => isMoney(label));
  const cells = [0, 0.9, 0.97, 0.99].map((sure) => {
    const told = read.filter(({ best, share }) => isMoney(best) && share >= sure);
    const right = told.filter(({ best, label }) => best === label).length;
    const percent = ((100 * right) / money.length).toFixed(1);
    return `≥${sure} ${percent} % of ${money.length}, ${told.length - right} wrong`;
  });
  process.stdout.write(`${title.padEnd(24)} ${cells.join('   ')}\n`);
}

async function exampleSet(seeds: readonly number[]): Promise<SignExample[]> {
  const sets: SignExample[][] = [];
  for (const seed of seeds) sets.push(await signExamples(seed));
  return sets.flat();
}

const { values: options } = parseArgs({ options: { 'leave-one-out': { type: 'boolean', default: false } } });
if (options['leave-one-out']) {
  // A third of the examples: seventeen fits take a quarter of an hour as it is.
  const known = await exampleSet(SEEDS.slice(0, 1));
  const test = await exampleSet([TEST_SEED]);
  for (const [by, names] of [
    ['family', families],
    ['state', states],
  ] as const)
    for (const name of names) {
      const fitted = unpackedSigns(packedSigns(fitSigns(known.filter((one) => one[by] !== name))));
      reportOn(
        `without ${name}`,
        fitted,
        test.filter((one) => one[by] === name),
      );
    }
} else {
  const small = gzipSync(packedSigns(fitSigns(await exampleSet(SEEDS))), { level: 9 });
  writeFileSync(FILE, small);
  process.stdout.write(`${Math.round(small.length / 1000)} KB of weights\n`);
  reportOn('seed 909, nothing left out', unpackedSigns(gunzipSync(small)), await exampleSet([TEST_SEED]));
}
