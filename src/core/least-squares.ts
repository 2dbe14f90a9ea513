/** One number of those that are looked for, and how often it counts. */
export type Term = { at: number; by: number };
/** The sum of the terms should be `value`, as much as `weight` says. */
export type Equation = { terms: readonly Term[]; value: number; weight: number };

/** The numbers for which equations hold best: the squares of what is off are least. */
export function leastSquares(equations: readonly Equation[], count: number): number[] {
  const table = Array.from({ length: count }, () => new Float64Array(count + 1));
  for (const { terms, value, weight } of equations)
    for (const { at, by } of terms) {
      const row = table[at];
      if (!row) continue;
      for (const other of terms) row[other.at] = (row[other.at] ?? 0) + weight * by * other.by;
      row[count] = (row[count] ?? 0) + weight * by * value;
    }
  table.forEach((pivot, at) => {
    for (const row of table) {
      if (row === pivot) continue;
      const by = (row[at] ?? 0) / (pivot[at] ?? 1);
      if (by !== 0)
        for (let place = at; place <= count; place++)
          row[place] = (row[place] ?? 0) - by * (pivot[place] ?? 0);
    }
  });
  return table.map((row, at) => (row[count] ?? 0) / (row[at] ?? 1));
}
