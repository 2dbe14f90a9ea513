import { NETWORK_ROWS } from './features.ts';

/** Weights of the recurrent layer in one direction; its four gates are in, forget, cell and out. */
type Direction = { ofInput: Float64Array; ofState: Float64Array; bias: Float64Array };
/** A full layer: its rows times the values before, and its own ones. */
type Layer = { table: Float64Array; bias: Float64Array };

/**
 * A recurrent network (LSTM in both directions, Graves and Schmidhuber, 2005) that reads a message once, for two things: shares of the
 * tags of each word by the intent, and shares of the intents by what is open.
 */
export type Network = {
  sizes: NetworkSizes;
  /** A row for each feature; a word is the sum of its own. */
  features: Int8Array;
  forward: Direction;
  backward: Direction;
  ofWord: Layer;
  /** A row for each intent, added to what is known of each word. */
  intents: Float64Array;
  tags: Layer;
  ofMessage: Layer;
  /** A row for each kind of open card, and for each field that was asked for, added to what is known of the message. */
  kinds: Float64Array;
  fields: Float64Array;
  which: Layer;
};

/** Width of its tables, how many rows some have, and what one step of each is worth. */
export type NetworkSizes = {
  width: number;
  hidden: number;
  tags: number;
  intents: number;
  kinds: number;
  fields: number;
  scales: number[];
};

/** How many values each table has, in their order in the file: features as bytes, the others as 16 bits. */
export function tableSizes({ width, hidden, ...count }: Omit<NetworkSizes, 'scales'>): number[] {
  const direction = [4 * hidden * width, 4 * hidden * hidden, 4 * hidden];
  const layer = (rows: number, values: number): number[] => [rows * values, rows];
  return [
    NETWORK_ROWS * width,
    ...direction,
    ...direction,
    ...layer(hidden, 2 * hidden + width),
    count.intents * hidden,
    ...layer(count.tags, hidden),
    ...layer(hidden, 2 * hidden),
    count.kinds * hidden,
    count.fields * hidden,
    ...layer(count.intents, hidden),
  ];
}

/** The network in a file of which `next` gives so many bytes. */
export function networkOf(sizes: NetworkSizes, next: (size: number) => Uint8Array): Network {
  const [first = 0, ...others] = tableSizes(sizes);
  const features = new Int8Array(next(first));
  const tables = others.map((size, at) => {
    const steps = new Int16Array(new Uint8Array(next(2 * size)).buffer);
    const scale = sizes.scales[at + 1] ?? 1;
    const table = new Float64Array(size);
    // A function called for each would take several times as long.
    for (let place = 0; place < size; place++) table[place] = (steps[place] as number) * scale;
    return table;
  });
  const table = (): Float64Array => tables.shift() ?? new Float64Array();
  const direction = (): Direction => ({ ofInput: table(), ofState: table(), bias: table() });
  const layer = (): Layer => ({ table: table(), bias: table() });
  return {
    sizes,
    features,
    forward: direction(),
    backward: direction(),
    ofWord: layer(),
    intents: table(),
    tags: layer(),
    ofMessage: layer(),
    kinds: table(),
    fields: table(),
    which: layer(),
  };
}

/** Each word as the recurrent layer leaves it, in both directions, and by itself. */
export type States = readonly (readonly Float64Array[])[];

/** The states of a message; `rows` are the features of its words. Work grows with the words. */
export function statesOf(network: Network, rows: readonly (readonly number[])[]): States {
  const inputs = rows.map((found) => inputOf(network, found));
  const forward = passed(
    network.forward,
    inputs.map((one) => one.forward),
  );
  const backward = passed(network.backward, inputs.map((one) => one.backward).toReversed()).toReversed();
  return inputs.map(({ input }, at) => [forward[at], backward[at], input].filter((one) => one !== undefined));
}

/** Logarithms of the share of each tag, for each word of a message with that intent (its row). */
export function tagShares(
  { sizes, ofWord, intents, tags }: Network,
  states: States,
  intent: number,
): Float64Array[] {
  return states.map((parts) => {
    const known = sumsOf(ofWord, parts);
    addRow(known, intents, intent, sizes.hidden);
    return logShares(sumsOf(tags, [known.map(Math.tanh)]));
  });
}

/** Logarithms of the share of each intent of a message, beside an open card of that kind that asked for that field (rows, 0 for none). */
export function intentShares(
  { sizes, ofMessage, kinds, fields, which }: Network,
  states: States,
  open: { kind: number; field: number },
): Float64Array {
  const most = [0, 1].map((direction) =>
    Float64Array.from({ length: sizes.hidden }, (_, at) =>
      states.reduce((all, parts) => Math.max(all, parts[direction]?.[at] ?? 0), -1),
    ),
  );
  const known = sumsOf(ofMessage, most);
  addRow(known, kinds, open.kind, sizes.hidden);
  addRow(known, fields, open.field, sizes.hidden);
  return logShares(sumsOf(which, [known.map(Math.tanh)]));
}

/** A word by itself, and what it brings to the gates of each direction. */
type Input = { input: Float64Array; forward: Float64Array; backward: Float64Array };
/** Words come again and again, in one message and in others. */
const known = new WeakMap<Network, Map<string, Input>>();
const MOST_KNOWN = 1000;

function inputOf(network: Network, rows: readonly number[]): Input {
  const inputs = known.get(network) ?? new Map<string, Input>();
  known.set(network, inputs);
  const key = rows.join();
  const made = inputs.get(key) ?? newInput(network, rows);
  if (inputs.size >= MOST_KNOWN) inputs.clear();
  inputs.set(key, made);
  return made;
}

function newInput(
  { sizes: { width, scales }, features, forward, backward }: Network,
  rows: readonly number[],
): Input {
  const input = new Float64Array(width);
  for (const row of rows)
    for (let at = 0; at < width; at++) input[at] = (input[at] ?? 0) + (features[row * width + at] ?? 0);
  for (let at = 0; at < width; at++) input[at] = (input[at] ?? 0) * (scales[0] ?? 1);
  const gates = ({ ofInput: table, bias }: Direction): Float64Array => sumsOf({ table, bias }, [input]);
  return { input, forward: gates(forward), backward: gates(backward) };
}

function addRow(sums: Float64Array, table: Float64Array, row: number, width: number): void {
  for (let at = 0; at < width; at++) sums[at] = (sums[at] ?? 0) + (table[row * width + at] ?? 0);
}

function sumsOf({ table, bias }: Layer, parts: readonly Float64Array[]): Float64Array {
  const sums = Float64Array.from(bias);
  const stride = table.length / bias.length;
  let from = 0;
  for (const part of parts) {
    addProducts(sums, { table, from, stride }, part);
    from += part.length;
  }
  return sums;
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

function passed({ ofState }: Direction, inputs: readonly Float64Array[]): Float64Array[] {
  const hidden = (inputs[0]?.length ?? 0) / 4;
  let state = new Float64Array(hidden);
  const cell = new Float64Array(hidden);
  return inputs.map((input) => {
    const gates = Float64Array.from(input);
    addProducts(gates, { table: ofState, from: 0, stride: hidden }, state);
    state = new Float64Array(hidden);
    for (let at = 0; at < hidden; at++) {
      const kept = sigmoid(gates[hidden + at] as number) * (cell[at] as number);
      const now = kept + sigmoid(gates[at] as number) * Math.tanh(gates[2 * hidden + at] as number);
      cell[at] = now;
      state[at] = sigmoid(gates[3 * hidden + at] as number) * Math.tanh(now);
    }
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
