import { meanings } from './rules/findings.ts';
import type { DiscrepancyRow, RunRow } from './table.ts';

const MOST_SHOWN = 100;

/** A run for a person to read: its figures, what it mended, and everything that waits. */
export function printRun(run: RunRow, found: { mended: DiscrepancyRow[]; open: DiscrepancyRow[] }): string {
  const span = `${run.span_from.toISOString()} to ${run.span_until.toISOString()}`;
  return [
    `${run.provider}, ${span}`,
    `  run ${run.id}: ${run.items} compared, ${run.found} found, ${run.mended} mended, ${found.open.length} waiting for a person`,
    ...(run.problem ? [`  NOT ALL COULD BE COMPARED: ${run.problem}`] : []),
    ...table('  mended', found.mended),
    ...table('  waiting for a person', found.open),
    ...(found.open.length > 0
      ? ['  Close what is looked into: npm run reconcile -- --settle <id> --reason "…"']
      : []),
    '',
  ].join('\n');
}

function table(title: string, all: DiscrepancyRow[]): string[] {
  if (all.length === 0) return [];
  const rows = all.slice(0, MOST_SHOWN);
  const cells = rows.map((row) => [row.id, row.kind, row.subject, row.ours, row.theirs]);
  const head = ['id', 'kind', 'about', 'ours', 'theirs'];
  const widths = head.map((name, at) => Math.max(name.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: string[]) =>
    `    ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd();
  const left = all.length - rows.length;
  return [
    title,
    line(head),
    ...rows.flatMap((row, at) => [line(cells[at] ?? []), `      ${reasonOf(row)}`]),
    ...(left > 0 ? [`    and ${left} more`] : []),
  ];
}

const reasonOf = ({ kind, reason }: DiscrepancyRow): string => {
  const meaning = Object.entries(meanings).find(([name]) => name === kind)?.[1] ?? '';
  return meaning === reason || meaning === '' ? reason : `${meaning}. ${reason}`;
};
