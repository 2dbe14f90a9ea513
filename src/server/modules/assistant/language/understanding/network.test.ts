import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NETWORK_ROWS } from './features.ts';
import { type Network, networkOf, tableSizes, tagShares } from './network.ts';

const [WIDTH, HIDDEN, TAGS] = [3, 2, 4];
const weights = (size: number) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size })
    .map((values) => Float64Array.from(values));
const direction = fc.record({
  ofInput: weights(4 * HIDDEN * WIDTH),
  ofState: weights(4 * HIDDEN * HIDDEN),
  bias: weights(4 * HIDDEN),
});
const network: fc.Arbitrary<Network> = fc.record({
  width: fc.constant(WIDTH),
  hidden: fc.constant(HIDDEN),
  features: weights(8 * WIDTH).map((values) => Int8Array.from(values, (value) => 127 * value)),
  scale: fc.constant(0.02),
  ofIntents: weights(WIDTH),
  forward: direction,
  backward: direction,
  out: weights(TAGS * (2 * HIDDEN + WIDTH)),
  outBias: weights(TAGS),
});
const message = fc.array(fc.array(fc.nat(7), { maxLength: 4 }), { minLength: 1, maxLength: 6 });

// The same network read from behind: both directions change places, and so do their columns in the last table.
const mirrored = (of: Network): Network => ({
  ...of,
  forward: of.backward,
  backward: of.forward,
  out: of.out.map((_, at) => {
    const place = at % (2 * HIDDEN + WIDTH);
    if (place >= 2 * HIDDEN) return of.out[at] ?? 0;
    return of.out[at + (place < HIDDEN ? HIDDEN : -HIDDEN)] ?? 0;
  }),
});

test('shares of a word add up to one, and a message read from behind by the mirrored network is the same', () => {
  fc.assert(
    fc.property(network, message, (of, rows) => {
      const shares = tagShares(of, rows, 0);
      for (const word of shares)
        expect(word.reduce((sum, share) => sum + Math.exp(share), 0)).toBeCloseTo(1, 9);
      const behind = tagShares(mirrored(of), rows.toReversed(), 0).toReversed();
      behind.forEach((word, at) =>
        word.forEach((share, tag) => expect(share).toBeCloseTo(shares[at]?.[tag] ?? 0, 5)),
      );
    }),
  );
});

test('a step of the layer is that of the published cell', () => {
  const one = (value: number) => Float64Array.of(value);
  const still = { ofInput: new Float64Array(4), ofState: new Float64Array(4), bias: new Float64Array(4) };
  const cell = {
    ofInput: Float64Array.of(0.5, -1, 2, 1),
    ofState: Float64Array.of(1, 0.5, -0.5, 2),
    bias: Float64Array.of(0.1, 0.2, 0.3, 0.4),
  };
  const sizes = { width: 1, hidden: 1, scale: 1, ofIntents: one(0), features: Int8Array.of(1, 2) };
  // Tag 1 scores as much as the state, tag 0 nothing.
  const out = { out: Float64Array.of(0, 0, 0, 1, 0, 0), outBias: new Float64Array(2) };
  const shares = tagShares({ ...sizes, forward: cell, backward: still, ...out }, [[0], [1]], 0);
  const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
  const first = sigmoid(0.6) * Math.tanh(2.3);
  const before = sigmoid(1.4) * Math.tanh(first);
  const second =
    sigmoid(0.2 - 2 + 0.5 * before) * first + sigmoid(1.1 + before) * Math.tanh(4.3 - 0.5 * before);
  const state = sigmoid(2.4 + 2 * before) * Math.tanh(second);
  expect(shares.map(([none = 0, tag = 0]) => tag - none)).toEqual([
    expect.closeTo(before, 5),
    expect.closeTo(state, 5),
  ]);
});

test('tables are read from a file as they were written', () => {
  const sizes = tableSizes(1, 1, 1, 1);
  expect(sizes.slice(1)).toEqual([1, 4, 4, 4, 4, 4, 4, 3, 1]);
  const file = sizes.map((size, at) =>
    at === 0
      ? new Uint8Array(size).fill(255)
      : new Uint8Array(Int16Array.from({ length: size }, (_, by) => 10 * at - by).buffer),
  );
  let at = 0;
  const scales = sizes.map((_, table) => table + 1);
  const read = networkOf(
    { width: 1, hidden: 1, scales },
    { intents: 1, tags: 1 },
    () => file[at++] ?? new Uint8Array(),
  );
  expect([read.features.length, read.features[7], read.scale]).toEqual([NETWORK_ROWS, -1, 1]);
  expect([...read.ofIntents, ...read.outBias]).toEqual([20, 900]);
  expect([...read.backward.ofState]).toEqual([60 * 7, 59 * 7, 58 * 7, 57 * 7]);
});
