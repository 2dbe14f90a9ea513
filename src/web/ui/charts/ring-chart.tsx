/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a chart is read with the arrow keys, and ARIA has no role for that */
import { type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';
import { ChartTip } from './chart-tip.tsx';
import { type ChartColor, largest, paintOf, pointAt, slicePath, spreadOut, wrapped } from './scale.ts';
import { usePoint } from './use-point.ts';
import { useWidth } from './use-width.ts';

type RingSlice = {
  label: string;
  value: number;
  /** The value as it is written. */
  formattedValue: string;
  share: string;
  /** The slice's own colour, whichever slices are beside it. */
  color: ChartColor;
};

type RingChartProps = {
  label: string;
  slices: readonly RingSlice[];
  /** 0 is a pie, 0.62 a ring with room in the middle. */
  hole: number;
  middle?: ReactNode;
};

// A name that needs more lines beside the ring, and one of a sliver, stands only in the legend.
const MOST_LINES = 3;
/** Characters that have room beside the ring on the narrowest screen. */
const LINE_LENGTH = 9;
const SLIVER = 0.05;
const LARGEST = 92;
const SMALLEST = 56;
/** Room beside the ring for a label's longest word. */
const LABEL_ROOM = 68;
const LABEL_AWAY = 12;
/** Room above and below the ring for half a label. */
const ABOVE = 34;
const LINE = 15;
const FIRST_WIDTH = 264;

/** Parts of a whole, each with its name and share beside it. One tab stop: the arrow keys go from part to part. */
export function RingChart({ label, slices, hole, middle }: RingChartProps) {
  const tipId = useId();
  const [box, width] = useWidth(FIRST_WIDTH);
  const { active, choose, bind } = usePoint(slices.length, true);
  const outer = Math.max(SMALLEST, Math.min(LARGEST, width / 2 - LABEL_ROOM));
  const height = 2 * (outer + ABOVE);
  const drawn = placed(slices, outer, hole);
  const shown = active === null ? undefined : drawn[active];
  return (
    <div className="grid items-center gap-x-3 gap-y-3 lg:grid-cols-[minmax(0,16.5rem)_minmax(0,1fr)]">
      <div ref={box} className="relative mx-auto w-full max-w-80">
        <svg
          viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
          role="img"
          aria-label={label}
          aria-describedby={tipId}
          tabIndex={0}
          className="block w-full overflow-visible rounded-card"
          {...bind}
        >
          {drawn.map((slice) => (
            <path
              key={slice.label}
              d={slice.path}
              fill={paintOf(slice.color)}
              stroke={drawn.length > 1 ? 'var(--surface)' : 'none'}
              strokeWidth="3"
              opacity={active === null || active === slice.at ? 1 : 0.35}
              onPointerEnter={() => choose(slice.at)}
              onPointerDown={() => choose(slice.at)}
            />
          ))}
          {labelled(drawn, outer).map((slice) => (
            <SliceLabel key={slice.label} slice={slice} />
          ))}
        </svg>
        {hole > 0 && (
          <div className="pointer-events-none absolute inset-0 grid place-content-center text-center">
            {middle}
          </div>
        )}
        <ChartTip
          id={tipId}
          text={shown && `${shown.label}: ${shown.formattedValue}, ${shown.share}`}
          left={shown ? 0.5 + shown.tipX / width : 0}
          top={shown ? shown.tipY + height / 2 : 0}
        />
      </div>
      <Legend slices={slices} active={active} />
    </div>
  );
}

type Placed = ReturnType<typeof placed>[number];
type Labelled = Placed & { lines: string[]; x: number; y: number };

/** The name and the share below it, on the slice's side. */
function SliceLabel({ slice: { lines, x, y } }: { slice: Labelled }) {
  return (
    <text textAnchor={x < 0 ? 'end' : 'start'} fontSize="13" fill="var(--muted)" aria-hidden>
      {lines.map((line, at) => (
        <tspan
          key={line}
          x={x}
          y={y + (at - (lines.length - 1) / 2) * LINE + 4.5}
          {...(at === lines.length - 1 && { className: 'num', fontWeight: 600, fill: 'var(--ink)' })}
        >
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** Where each slice's label stands: beside its middle, moved along where it would cover another; the largest, where not all have room. */
function labelled(slices: readonly Placed[], outer: number): Labelled[] {
  return [-1, 1].flatMap((side) => {
    const named = slices
      .filter((slice) => slice.part >= SLIVER && (slice.midX < 0 ? -1 : 1) === side)
      .map((slice) => ({ ...slice, lines: linesOf(slice) }));
    const tallest = LINE * Math.max(0, ...named.map(({ lines }) => lines.length));
    const edge = outer + ABOVE - tallest / 2;
    const gap = tallest + 2;
    // The others are in the legend.
    const own = largest(named, 1 + Math.floor((2 * edge) / gap));
    const targets = own.map(({ midY }) => midY * (outer + LABEL_AWAY));
    const ys = spreadOut(targets, gap, -edge, edge);
    return own.map((slice, at) => {
      const y = ys[at] ?? 0;
      // Clear of the ring with the line that is nearest to its middle.
      const nearest = Math.max(0, Math.abs(y) - (LINE * slice.lines.length) / 2);
      return { ...slice, y, x: side * Math.sqrt(Math.max(0, (outer + LABEL_AWAY) ** 2 - nearest ** 2)) };
    });
  });
}

function linesOf({ label, share }: RingSlice): string[] {
  const lines = wrapped(label, LINE_LENGTH);
  return lines.length > MOST_LINES ? [share] : [...lines, share];
}

function Legend({ slices, active }: { slices: readonly RingSlice[]; active: number | null }) {
  return (
    <ul className="grid gap-0.5">
      {slices.map((slice, at) => (
        <li
          key={slice.label}
          className={cn(
            'grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2.5 rounded-md px-2 py-1.5 text-15',
            active === at && 'bg-sunken',
          )}
        >
          <span
            aria-hidden
            className="size-3 translate-y-px rounded-[4px]"
            style={{ background: paintOf(slice.color) }}
          />
          <span>{slice.label}</span>
          <span className="num font-semibold">{slice.formattedValue}</span>
        </li>
      ))}
    </ul>
  );
}

function placed(slices: readonly RingSlice[], outer: number, hole: number) {
  const total = sumOf(slices);
  return slices.map((slice, at) => {
    const part = slice.value / total;
    const from = sumOf(slices.slice(0, at)) / total;
    const [midX, midY] = pointAt(from + part / 2, 1);
    const away = (outer * (1 + hole)) / 2;
    const path = slicePath(from, from + part, outer, outer * hole);
    return { ...slice, at, part, path, midX, midY, tipX: midX * away, tipY: midY * away };
  });
}

const sumOf = (slices: readonly RingSlice[]) => slices.reduce((sum, slice) => sum + slice.value, 0);
