import { NETWORK_ROWS } from './features.ts';

/** Weights of the recurrent layer in one direction; its four gates are in, forget, cell and out. */
type Direction = { ofInput: Float64Array; ofState: Float64Array; bias: Float64Array };

/** A recurrent network (LSTM in both directions, Graves and Schmidhuber, 2005): shares of the tags of each word by its features and the whole message. */
export type Network = {
  width: number;
  hidden: number;
  /** A row for each feature; a word is the sum of its own. */
  features: Int8Array;
  /** Worth of one step of them. */
  scale: number;
  /** A row for each intent, added to each word. */
  ofIntents: Float64Array;
  forward: Direction;
  backward: Direction;
  out: Float64Array;
  outBias: Float64Array;
};

/** Width of its tables, and what one step of each is worth. */
export type NetworkSizes = { width: number; hidden: number; scales: number[] };

/** How many values each table has, in their order in the file: features as bytes, the others as 16 bits. */
export function tableSizes(width: number, hidden: number, intents: number, tags: number): number[] {
  const direction = [4 * hidden * width, 4 * hidden * hidden, 4 * hidden];
  const out = [tags * (2 * hidden + width), tags];
  return [NETWORK_ROWS * width, intents * width, ...direction, ...direction, ...out];
}

/** The network in a file of which `next` gives so many bytes. */
export function networkOf(
  { width, hidden, scales }: NetworkSizes,
  counts: { intents: number; tags: number },
  next: (size: number) => Uint8Array,
): Network {
  const [first = 0, ...others] = tableSizes(width, hidden, counts.intents, counts.tags);
  const features = new Int8Array(next(first));
  const [scale = 1, ...rest] = scales;
  const tables = others.map((size, at) => {
    const steps = new Int16Array(new Uint8Array(next(2 * size)).buffer);
    const table = new Float64Array(size);
    // A function called for each would take several times as long.
    for (let place = 0; place < size; place++) table[place] = (steps[place] as number) * (rest[at] ?? 1);
    return table;
  });
  const table = (at: number): Float64Array => tables[at] ?? new Float64Array();
  const direction = (at: number): Direction => ({
    ofInput: table(at),
    ofState: table(at + 1),
    bias: table(at + 2),
  });
  return {
    width,
    hidden,
    features,
    scale,
    ofIntents: table(0),
    forward: direction(1),
    backward: direction(4),
    out: table(7),
    outBias: table(8),
  };
}

/** Logarithms of the share of each tag, for each word: `rows` are its features, `intent` a row of the intents. Work grows with the words. */
export function tagShares(
  network: Network,
  rows: readonly (readonly number[])[],
  intent: number,
): Float64Array[] {
  const inputs = rows.map((found) => inputOf(network, found, intent));
  const forward = statesOf(network.forward, inputs, network.hidden);
  const backward = statesOf(network.backward, inputs.toReversed(), network.hidden).toReversed();
  return inputs.map((input, at) => {
    const scores = Float64Array.from(network.outBias);
    let from = 0;
    for (const part of [forward[at], backward[at], input]) {
      if (!part) continue;
      addProducts(scores, { table: network.out, from, stride: 2 * network.hidden + network.width }, part);
      from += part.length;
    }
    return logShares(scores);
  });
}

function inputOf(
  { width, features, scale, ofIntents }: Network,
  rows: readonly number[],
  intent: number,
): Float64Array {
  const input = new Float64Array(width);
  for (const row of rows)
    for (let at = 0; at < width; at++) input[at] = (input[at] ?? 0) + (features[row * width + at] ?? 0);
  return input.map((steps, at) => steps * scale + (ofIntents[intent * width + at] ?? 0));
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

function statesOf(
  { ofInput, ofState, bias }: Direction,
  inputs: readonly Float64Array[],
  hidden: number,
): Float64Array[] {
  let state = new Float64Array(hidden);
  const cell = new Float64Array(hidden);
  return inputs.map((input) => {
    const gates = Float64Array.from(bias);
    addProducts(gates, { table: ofInput, from: 0, stride: input.length }, input);
    addProducts(gates, { table: ofState, from: 0, stride: hidden }, state);
    const gate = (kind: number, at: number): number => gates[kind * hidden + at] ?? 0;
    state = state.map((_, at) => {
      const kept = sigmoid(gate(1, at)) * (cell[at] ?? 0);
      cell[at] = kept + sigmoid(gate(0, at)) * Math.tanh(gate(2, at));
      return sigmoid(gate(3, at)) * Math.tanh(cell[at] ?? 0);
    });
    return state;
  });
}

type Rows = { table: Float64Array; from: number; stride: number };

// Each row of a table times the values. Four rows at once read each value once, and need not wait for one another's additions.
function addProducts(sums: Float64Array, { table, from, stride }: Rows, values: Float64Array): void {
  const [count, rows] = [values.length, sums.length];
  let row = 0;
  for (; row + 3 < rows; row += 4) {
    const base = from + row * stride;
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = 0; at < count; at++) {
      const value = values[at] as number;
      const place = base + at;
      first += (table[place] as number) * value;
      second += (table[place + stride] as number) * value;
      third += (table[place + 2 * stride] as number) * value;
      fourth += (table[place + 3 * stride] as number) * value;
    }
    sums[row] = (sums[row] as number) + first;
    sums[row + 1] = (sums[row + 1] as number) + second;
    sums[row + 2] = (sums[row + 2] as number) + third;
    sums[row + 3] = (sums[row + 3] as number) + fourth;
  }
  for (; row < rows; row++)
    for (let at = 0; at < count; at++)
      sums[row] =
        (sums[row] as number) + (table[from + row * stride + at] as number) * (values[at] as number);
}

function logShares(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const sum = scores.reduce((all, score) => all + Math.exp(score - most), 0);
  return scores.map((score) => score - most - Math.log(sum));
}
