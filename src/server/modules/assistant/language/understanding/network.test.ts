import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NETWORK_ROWS } from './features.ts';
import {
  intentShares,
  type Network,
  networkOf,
  type NetworkSizes,
  statesOf,
  tableSizes,
  tagShares,
} from './network.ts';

const SIZES: NetworkSizes = { width: 3, hidden: 2, tags: 4, intents: 3, kinds: 2, fields: 2, scales: [0.02] };
const { width, hidden, tags, intents } = SIZES;
const weights = (size: number) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size })
    .map((values) => Float64Array.from(values));
const layer = (rows: number, values: number) =>
  fc.record({ table: weights(rows * values), bias: weights(rows) });
const direction = fc.record({
  ofInput: weights(4 * hidden * width),
  ofState: weights(4 * hidden * hidden),
  bias: weights(4 * hidden),
});
const network: fc.Arbitrary<Network> = fc.record({
  sizes: fc.constant(SIZES),
  features: weights(8 * width).map((values) => Int8Array.from(values, (value) => 127 * value)),
  forward: direction,
  backward: direction,
  ofWord: layer(hidden, 2 * hidden + width),
  intents: weights(intents * hidden),
  tags: layer(tags, hidden),
  ofMessage: layer(hidden, 2 * hidden),
  kinds: weights(SIZES.kinds * hidden),
  fields: weights(SIZES.fields * hidden),
  which: layer(intents, hidden),
});
const message = fc.array(fc.array(fc.nat(7), { maxLength: 4 }), { minLength: 1, maxLength: 6 });

// The same network read from behind: both directions change places, and so do their columns in the layers above.
const mirrored = (of: Network): Network => ({
  ...of,
  forward: of.backward,
  backward: of.forward,
  ofWord: { ...of.ofWord, table: swapped(of.ofWord.table, 2 * hidden + width) },
  ofMessage: { ...of.ofMessage, table: swapped(of.ofMessage.table, 2 * hidden) },
});
const swapped = (table: Float64Array, stride: number): Float64Array =>
  table.map((value, at) => {
    const place = at % stride;
    return place >= 2 * hidden ? value : (table[at + (place < hidden ? hidden : -hidden)] ?? 0);
  });

test('shares add up to one, and a message read from behind by the mirrored network is the same', () => {
  fc.assert(
    fc.property(network, message, (of, rows) => {
      const sum = (shares: Float64Array): number => shares.reduce((all, share) => all + Math.exp(share), 0);
      const [states, behind] = [statesOf(of, rows), statesOf(mirrored(of), rows.toReversed())];
      const shares = tagShares(of, states, 1);
      for (const word of shares) expect(sum(word)).toBeCloseTo(1, 9);
      const other = tagShares(mirrored(of), behind, 1).toReversed();
      other.forEach((word, at) =>
        word.forEach((share, tag) => expect(share).toBeCloseTo(shares[at]?.[tag] ?? 0, 5)),
      );
      const open = { kind: 1, field: 0 };
      const whole = intentShares(of, states, open);
      expect(sum(whole)).toBeCloseTo(1, 9);
      intentShares(mirrored(of), behind, open).forEach((share, at) =>
        expect(share).toBeCloseTo(whole[at] ?? 0, 5),
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
  const sizes = { width: 1, hidden: 1, tags: 1, intents: 1, kinds: 1, fields: 1, scales: [1] };
  const nothing = { table: one(0), bias: one(0) };
  const others = { ofWord: nothing, tags: nothing, ofMessage: nothing, which: nothing };
  const rows = { intents: one(0), kinds: one(0), fields: one(0) };
  const features = Int8Array.of(1, 2);
  const states = statesOf({ sizes, features, forward: cell, backward: still, ...others, ...rows }, [
    [0],
    [1],
  ]);
  const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
  const first = sigmoid(0.6) * Math.tanh(2.3);
  const before = sigmoid(1.4) * Math.tanh(first);
  const second =
    sigmoid(0.2 - 2 + 0.5 * before) * first + sigmoid(1.1 + before) * Math.tanh(4.3 - 0.5 * before);
  const state = sigmoid(2.4 + 2 * before) * Math.tanh(second);
  expect(states.map(([forward]) => forward?.[0])).toEqual([
    expect.closeTo(before, 5),
    expect.closeTo(state, 5),
  ]);
});

test('tables are read from a file as they were written', () => {
  const counts = { width: 1, hidden: 1, tags: 2, intents: 3, kinds: 4, fields: 5 };
  const sizes = tableSizes(counts);
  expect(sizes.slice(1)).toEqual([4, 4, 4, 4, 4, 4, 3, 1, 3, 2, 2, 2, 1, 4, 5, 3, 3]);
  const file = sizes.map((size, at) =>
    at === 0
      ? new Uint8Array(size).fill(255)
      : new Uint8Array(Int16Array.from({ length: size }, (_, by) => 10 * at - by).buffer),
  );
  let at = 0;
  const scales = sizes.map((_, table) => table + 1);
  const read = networkOf({ ...counts, scales }, () => file[at++] ?? new Uint8Array());
  expect([read.features.length, read.features[7]]).toEqual([NETWORK_ROWS, -1]);
  expect([...read.backward.ofState]).toEqual([50 * 6, 49 * 6, 48 * 6, 47 * 6]);
  expect([...read.intents, ...read.which.bias]).toEqual([
    90 * 10,
    89 * 10,
    88 * 10,
    170 * 18,
    169 * 18,
    168 * 18,
  ]);
});
