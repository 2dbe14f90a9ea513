import { ChartNoAxesCombined } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { Panel } from '../card.tsx';
import { cn } from '../cn.ts';
import { EmptyState } from '../states.tsx';

/** The figures of a chart as a table: a heading and cells as they are shown. */
type ChartTable = { columns: readonly string[]; rows: readonly (readonly ReactNode[])[] };

/** A chart, and the same figures as a table. */
export type ChartFigures = { isEmpty: boolean; table: ChartTable; chart: ReactNode };

type ChartPanelProps = {
  title: string;
  /** Undefined while there are none. */
  figures: ChartFigures | undefined;
  /** Shown in place of the figures: that they are on their way, or could not be read. */
  placeholder?: ReactNode;
  /** Said in place of the chart when there is nothing to draw. */
  empty: { title: string; hint?: string };
  /** The figures are those of the choice before. */
  stale?: boolean;
  /** Controls beside the heading, such as the period. */
  tools?: ReactNode;
  labels: { asTable: string; asChart: string };
};

/** A chart with its heading, its empty look, and the same figures as a table behind a button. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, figures, placeholder, empty, stale = false, tools, labels } = props;
  const [asTable, setAsTable] = useState(false);
  const toggle = (
    <Button
      variant="ghost"
      size="sm"
      className="px-2.5 max-md:px-0"
      aria-label={`${asTable ? labels.asChart : labels.asTable}: ${title}`}
      onClick={() => setAsTable(!asTable)}
    >
      {asTable ? labels.asChart : labels.asTable}
    </Button>
  );
  const action = (
    <div className="flex items-center gap-1.5 max-md:-mt-1 max-md:w-full">
      {figures && !placeholder && !figures.isEmpty && toggle}
      <div className="ml-auto">{tools}</div>
    </div>
  );
  return (
    <Panel title={title} action={action}>
      <div aria-busy={stale} className={cn(stale && !placeholder && 'opacity-60')}>
        {placeholder ??
          (figures && <Figures title={title} figures={figures} empty={empty} asTable={asTable} />)}
      </div>
    </Panel>
  );
}

type FiguresProps = Pick<ChartPanelProps, 'title' | 'empty'> & { figures: ChartFigures; asTable: boolean };

function Figures({ title, figures, empty, asTable }: FiguresProps) {
  if (figures.isEmpty)
    return <EmptyState title={empty.title} text={empty.hint} icon={<ChartNoAxesCombined />} />;
  if (asTable) return <FiguresTable title={title} table={figures.table} />;
  return <div className="px-4.5 pb-4.5">{figures.chart}</div>;
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
