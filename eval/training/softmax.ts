import { softmax, sumsOf } from '#core/linear-model.ts';
import { createRng } from '#server/demo/rng.ts';

/** The rows of an example's features, and the column of its label. */
export type Example = { rows: readonly number[]; label: number };

/** Puts all in another order, by the numbers of `roll`. */
export const shuffle = <T>(all: T[], roll: () => number): void => {
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(roll() * (at + 1));
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
};

type Fit = { rows: number; labels: number; epochs: number; seed: number };

/** Softmax regression by AdaGrad, over a table of `rows` times `labels`; a part of the features is left out each time. */
export function fitSoftmax(examples: readonly Example[], { rows, labels, epochs, seed }: Fit): Float32Array {
  const { roll } = createRng(seed);
  const weights = new Float32Array(rows * labels);
  const squares = new Float32Array(rows * labels).fill(0.01);
  const often = new Float64Array(labels);
  for (const { label } of examples) often[label] = (often[label] ?? 0) + 1;
  const mean = examples.length / labels;
  const all = [...examples];
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(all, roll);
    for (const { rows: found, label } of all) {
      const kept = found.filter(() => roll() > 0.3);
      const scale = 1 / Math.sqrt(kept.length || 1);
      const shares = softmax(sumsOf(weights, labels, kept), scale);
      // A rare label counts more, and a common one less.
      const weight = (mean / (often[label] || 1)) ** 0.35;
      for (let at = 0; at < labels; at++) {
        const wrong = ((shares[at] ?? 0) - (at === label ? 1 : 0)) * scale * weight;
        if (Math.abs(wrong) < 1e-5) continue;
        for (const row of kept) {
          const place = row * labels + at;
          const slope = wrong + 1e-6 * (weights[place] ?? 0);
          squares[place] = (squares[place] ?? 0) + slope * slope;
          weights[place] = (weights[place] ?? 0) - (0.3 * slope) / Math.sqrt(squares[place] ?? 1);
        }
      }
    }
  }
  return weights;
}

/** Weights as whole steps, of which the largest is `most`, and what one step is worth. */
export function inSteps(most: number, ...tables: Float32Array[]): { steps: Float32Array[]; scale: number } {
  let largest = 0;
  for (const table of tables) for (const value of table) largest = Math.max(largest, Math.abs(value));
  const scale = largest / most || 1;
  return { steps: tables.map((table) => table.map((value) => Math.round(value / scale))), scale };
}

/** Weights as bytes. */
export function asBytes(...tables: Float32Array[]): { bytes: Int8Array[]; scale: number } {
  const { steps, scale } = inSteps(127, ...tables);
  return { bytes: steps.map((table) => Int8Array.from(table)), scale };
}

/** A table of bytes as its file has it: how many values of each row are not zero, their columns, and they. */
export function sparseBytes(table: Int8Array, rows: number): Uint8Array[] {
  const count = table.length / rows;
  const counts = new Uint8Array(rows);
  const [columns, values]: [number[], number[]] = [[], []];
  table.forEach((value, at) => {
    if (value === 0) return;
    const row = Math.floor(at / count);
    counts[row] = (counts[row] ?? 0) + 1;
    columns.push(at % count);
    values.push(value);
  });
  return [counts, Uint8Array.from(columns), Uint8Array.from(values)];
}
