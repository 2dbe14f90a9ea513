import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { Panel } from '../card.tsx';
import { EmptyState } from '../states.tsx';

/** The figures of a chart as a table: a heading and cells as they are shown. */
export type ChartTable = { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] };

type ChartPanelProps = {
  title: string;
  table: ChartTable;
  /** Said in place of the chart when there is nothing to draw. */
  empty: string;
  isEmpty: boolean;
  words: { asTable: string; asChart: string };
  className?: string;
  children: ReactNode;
};

/** A chart with its heading, its empty look, and the same figures as a table behind a button. */
export function ChartPanel({ title, table, empty, isEmpty, words, className, children }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false);
  const toggle = (
    <Button
      look="ghost"
      size="sm"
      aria-label={`${asTable ? words.asChart : words.asTable}: ${title}`}
      onClick={() => setAsTable(!asTable)}
    >
      {asTable ? words.asChart : words.asTable}
    </Button>
  );
  return (
    <Panel title={title} action={isEmpty ? undefined : toggle} className={className}>
      {isEmpty && <EmptyState title={empty} />}
      {!isEmpty &&
        (asTable ? (
          <FiguresTable title={title} table={table} />
        ) : (
          <div className="px-4.5 pb-4.5">{children}</div>
        ))}
    </Panel>
  );
}

const cellRoom = 'px-4.5 max-md:px-1.5 max-md:first:pl-4.5 max-md:last:pr-4.5';

function FiguresTable({ title, table }: { title: string; table: ChartTable }) {
  return (
    <table className="mb-3 w-full text-15 max-md:text-sm">
      <caption className="sr-only">{title}</caption>
      <thead className="text-muted text-sm">
        <tr>
          {table.columns.map((column, at) => (
            <th
              key={column}
              scope="col"
              className={`${cellRoom} py-2 font-normal ${at === 0 ? 'text-left' : 'text-right'}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={String(row[0])} className="border-line border-t">
            {row.map((cell, at) =>
              at === 0 ? (
                <th key="name" scope="row" className={`${cellRoom} py-2.5 text-left font-normal`}>
                  {cell}
                </th>
              ) : (
                <td key={table.columns[at]} className={`num ${cellRoom} py-2.5 text-right font-semibold`}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
