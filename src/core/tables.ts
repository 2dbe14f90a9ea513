import { type Cell, csvOf } from './csv.ts';
import { type Minor, minorToMajor } from './money.ts';

/** A value with how it is meant, so that each format can write it its own way. Money in minor units, percents as 12.5. */
export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'money'; amount: Minor }
  | { kind: 'count'; count: number }
  | { kind: 'percent'; percent: number | null }
  | { kind: 'change'; percent: number | null };

/** A table of a file: as many values in a row as there are headings, or no headings; `total` stands below. */
export type Table = { title: string; headings: string[]; rows: Value[][]; total?: Value[] };

export const textValue = (text: string): Value => ({ kind: 'text', text });
export const moneyValue = (amount: Minor): Value => ({ kind: 'money', amount });
export const countValue = (count: number): Value => ({ kind: 'count', count });
export const percentValue = (percent: number | null): Value => ({ kind: 'percent', percent });
export const changeValue = (percent: number | null): Value => ({ kind: 'change', percent });

/** Tables as CSV, one below the other, an empty line between them. */
export function tablesCsv(tables: readonly Table[]): string {
  const blocks = tables.map(({ title, headings, rows, total }) => [
    ...(title ? [[title]] : []),
    ...(headings.length > 0 ? [headings] : []),
    ...[...rows, ...(total ? [total] : [])].map(cellsOf),
  ]);
  return csvOf(blocks.flatMap((block, at): Cell[][] => (at === 0 ? block : [[''], ...block])));
}

/** A row as the cells of a CSV file. */
export const cellsOf = (row: readonly Value[]): Cell[] => row.map(cellOf);

function cellOf(value: Value): Cell {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'money') return minorToMajor(value.amount);
  return value.kind === 'count' ? value.count : value.percent;
}
