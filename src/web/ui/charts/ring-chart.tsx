/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a chart is read with the arrow keys, and ARIA has no role for that */
import { type ReactNode, useId } from 'react';
import { cn } from '../cn.ts';
import { ChartTip } from './chart-tip.tsx';
import { pointAt, slicePath } from './scale.ts';
import { usePoint } from './use-point.ts';
import { useWidth } from './use-width.ts';

export type ChartColor = 'c1' | 'c2' | 'c3' | 'c4' | 'c5';

export type RingSlice = {
  label: string;
  value: number;
  /** The value as it is written. */
  told: string;
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

const OUTER = 100;
const LABEL_AT = 119;
const HALF = 140;
const HALF_HEIGHT = 130;
const LEAST_LABELLED = 0.05;
const FIRST_WIDTH = 240;

/** Parts of a whole, each with its share beside it. One tab stop: the arrow keys go from part to part. */
export function RingChart({ label, slices, hole, middle }: RingChartProps) {
  const tipId = useId();
  const [box, width] = useWidth(FIRST_WIDTH);
  const { active, choose, bind } = usePoint(slices.length, true);
  const drawn = placed(slices, hole);
  const shown = active === null ? undefined : drawn[active];
  const scale = width / (2 * HALF);
  return (
    <div className="grid items-center gap-x-5 gap-y-3 lg:grid-cols-[minmax(11rem,15rem)_1fr]">
      <div ref={box} className="relative mx-auto w-full max-w-60">
        <svg
          viewBox={`${-HALF} ${-HALF_HEIGHT} ${2 * HALF} ${2 * HALF_HEIGHT}`}
          role="img"
          aria-label={label}
          aria-describedby={tipId}
          tabIndex={0}
          className="block w-full rounded-card"
          {...bind}
        >
          {drawn.map((slice) => (
            <path
              key={slice.label}
              d={slice.path}
              fill={`var(--${slice.color})`}
              stroke="var(--surface)"
              strokeWidth="3"
              opacity={active === null || active === slice.at ? 1 : 0.35}
              onPointerEnter={() => choose(slice.at)}
              onPointerDown={() => choose(slice.at)}
            />
          ))}
          {drawn
            .filter((slice) => slice.part >= LEAST_LABELLED)
            .map((slice) => (
              <text
                key={slice.label}
                x={slice.labelX}
                y={slice.labelY}
                textAnchor="middle"
                dominantBaseline="central"
                className="num"
                fontSize={13 / scale}
                fill="var(--ink)"
              >
                {slice.share}
              </text>
            ))}
        </svg>
        {hole > 0 && (
          <div className="pointer-events-none absolute inset-0 grid place-content-center text-center">
            {middle}
          </div>
        )}
        <ChartTip
          id={tipId}
          text={shown && `${shown.label}: ${shown.told}, ${shown.share}`}
          left={shown ? (shown.tipX + HALF) / (2 * HALF) : 0}
          top={shown ? (shown.tipY + HALF_HEIGHT) * scale : 0}
        />
      </div>
      <Legend slices={slices} active={active} />
    </div>
  );
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
            style={{ background: `var(--${slice.color})` }}
          />
          <span>
            {slice.label} <span className="whitespace-nowrap text-13 text-muted">{slice.share}</span>
          </span>
          <span className="num font-semibold">{slice.told}</span>
        </li>
      ))}
    </ul>
  );
}

function placed(slices: readonly RingSlice[], hole: number) {
  const total = sumOf(slices);
  return slices.map((slice, at) => {
    const part = slice.value / total;
    const from = sumOf(slices.slice(0, at)) / total;
    const [labelX, labelY] = pointAt(from + part / 2, LABEL_AT);
    const [tipX, tipY] = pointAt(from + part / 2, (OUTER * (1 + hole)) / 2);
    const path = slicePath(from, from + part, OUTER, OUTER * hole);
    return { ...slice, at, part, path, labelX, labelY, tipX, tipY };
  });
}

const sumOf = (slices: readonly RingSlice[]) => slices.reduce((sum, slice) => sum + slice.value, 0);
