import { type Cell, csvOf } from '#core/csv.ts';
import { minorToMajor } from '#core/money.ts';
import type { ReportDocument } from '#server/kernel/ports/pdf.ts';
import { sectionsOf, type Value } from './sections.ts';

/** A report as CSV: its tables one below the other, an empty line between them. */
export function reportCsv(report: ReportDocument): string {
  const tables = sectionsOf(report).map(({ title, headings, rows }) => [
    [title],
    ...(headings.length > 0 ? [headings] : []),
    ...rows.map((row) => row.map(cellOf)),
  ]);
  return csvOf(tables.flatMap((table, at): Cell[][] => (at === 0 ? table : [[''], ...table])));
}

function cellOf(value: Value): Cell {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'money') return minorToMajor(value.amount);
  return value.kind === 'count' ? value.count : value.percent;
}
