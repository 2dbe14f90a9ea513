/** Row of a feature in a table of `rows` (FNV-1a, mixed once more so that low bits differ); two features may share one. */
export function rowOf(feature: string, rows: number): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < feature.length; at++) {
    hash ^= feature.charCodeAt(at);
    hash = Math.imul(hash, 16_777_619);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c_1b_3c_6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) % rows;
}

/** Sum of some rows of a table, by column. */
export function sumsOf(
  table: Int8Array | Float32Array,
  columns: number,
  rows: readonly number[],
): Float64Array {
  const sums = new Float64Array(columns);
  for (const row of rows) {
    const base = row * columns;
    for (let at = 0; at < columns; at++) sums[at] = (sums[at] ?? 0) + (table[base + at] ?? 0);
  }
  return sums;
}

/** A table of which most values are zero: those of row `r` are the ones from `starts[r]` to before `starts[r + 1]`. */
export type SparseTable = { starts: Uint32Array; columns: Uint8Array; values: Int8Array };

/** Sum of some rows of a sparse table, by column. */
export function sparseSumsOf(
  { starts, columns, values }: SparseTable,
  count: number,
  rows: readonly number[],
): Float64Array {
  const sums = new Float64Array(count);
  for (const row of rows)
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++) {
      const column = columns[at] ?? 0;
      sums[column] = (sums[column] ?? 0) + (values[at] ?? 0);
    }
  return sums;
}

/** Scores, each times `scale`, as shares that add up to 1; in place. */
export function softmax(scores: Float64Array, scale: number): Float64Array {
  let most = -Infinity;
  for (let at = 0; at < scores.length; at++) most = Math.max(most, (scores[at] = (scores[at] ?? 0) * scale));
  let sum = 0;
  for (let at = 0; at < scores.length; at++) sum += scores[at] = Math.exp((scores[at] ?? 0) - most);
  for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] ?? 0) / sum;
  return scores;
}
