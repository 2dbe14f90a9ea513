/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a chart is read with the arrow keys, and ARIA has no role for that */
import { type PointerEvent, useId } from 'react';
import { ChartTip } from './chart-tip.tsx';
import { axisTicks, labelledPoints } from './scale.ts';
import { usePoint } from './use-point.ts';
import { useWidth } from './use-width.ts';

type LinePoint = {
  label: string;
  /** The label on the axis. */
  tick: string;
  value: number;
  /** The value beside its point, short. */
  short: string;
  /** As the tip says it, in full. */
  tooltip: string;
};

type LineChartProps = { label: string; points: readonly LinePoint[]; axis: (value: number) => string };

const FIRST_WIDTH = 640;
const TICK_ROOM = 40;
const VALUE_ROOM = 64;
const HEIGHT = 270;
const LEFT = 62;
const RIGHT = 18;
const TOP = 30;
const BOTTOM = 34;

/** One series over time. One tab stop: the arrow keys go from point to point, as pointer and finger do. */
export function LineChart({ label, points, axis }: LineChartProps) {
  const tipId = useId();
  const [box, width] = useWidth(FIRST_WIDTH);
  const { active, choose, bind } = usePoint(points.length, false);
  const ticks = axisTicks(Math.max(...points.map((point) => point.value)));
  const top = ticks.at(-1) ?? 1;
  const last = points.length - 1;
  const spacing = (width - LEFT - RIGHT) / Math.max(1, last);
  const x = (at: number) => LEFT + at * spacing;
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const shown = active === null ? undefined : points[active];
  const nearest = (event: PointerEvent<SVGSVGElement>) => {
    const at = Math.round(
      (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / spacing,
    );
    choose(Math.min(last, Math.max(0, at)));
  };
  return (
    <div ref={box} className="relative">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={label}
        aria-describedby={tipId}
        tabIndex={0}
        className="block w-full touch-pan-y rounded-md"
        onPointerMove={nearest}
        onPointerDown={nearest}
        {...bind}
      >
        {ticks.map((step) => (
          <g key={step}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(step)} y2={y(step)} stroke="var(--line)" />
            <text x={LEFT - 10} y={y(step) + 4.5} textAnchor="end" fontSize="13" fill="var(--muted)">
              {axis(step)}
            </text>
          </g>
        ))}
        {active !== null && (
          <line
            x1={x(active)}
            x2={x(active)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
            stroke="var(--line-strong)"
            strokeDasharray="3 4"
          />
        )}
        <Series points={points} x={x} y={y} active={active} />
        <Ticks points={points} x={x} spacing={spacing} />
        <Values points={points} x={x} y={y} spacing={spacing} />
      </svg>
      <ChartTip
        id={tipId}
        text={shown?.tooltip}
        left={x(active ?? 0) / width}
        top={shown ? y(shown.value) : 0}
      />
    </div>
  );
}

type Placed = { points: readonly LinePoint[]; x: (at: number) => number };
type PlacedSeries = Placed & { y: (value: number) => number };

function Series({ points, x, y, active }: PlacedSeries & { active: number | null }) {
  const line = points
    .map((point, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(point.value).toFixed(1)}`)
    .join('');
  const area = `${line}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`;
  return (
    <>
      <path d={area} fill="var(--c1)" opacity="0.1" />
      <path
        d={line}
        fill="none"
        stroke="var(--c1)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {points.map((point, at) => (
        <circle
          key={point.label}
          cx={x(at)}
          cy={y(point.value)}
          r={at === active ? 6 : 3.5}
          fill="var(--surface)"
          stroke="var(--c1)"
          strokeWidth="2.5"
        />
      ))}
    </>
  );
}

function Ticks({ points, x, spacing }: Placed & { spacing: number }) {
  const every = Math.max(1, Math.ceil(TICK_ROOM / spacing));
  const last = points.length - 1;
  return points.map(
    (point, at) =>
      (last - at) % every === 0 && (
        <text
          key={point.label}
          x={x(at)}
          y={HEIGHT - 10}
          textAnchor={anchorOf(at, last)}
          fontSize="13"
          fill="var(--muted)"
        >
          {point.tick}
        </text>
      ),
  );
}

/** Values beside their points, as many as there is room for; the ground's colour around them keeps them readable. */
function Values({ points, x, y, spacing }: PlacedSeries & { spacing: number }) {
  const last = points.length - 1;
  return labelledPoints(
    points.map((point) => point.value),
    Math.ceil(VALUE_ROOM / spacing),
  ).map((at) => {
    const point = points[at];
    if (!point) return null;
    return (
      <text
        key={point.label}
        x={x(at)}
        y={labelY(points, at, y)}
        textAnchor={anchorOf(at, last)}
        className="num"
        fontSize="13"
        fill="var(--ink)"
        stroke="var(--surface)"
        strokeWidth="4"
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {point.short}
      </text>
    );
  });
}

const ABOVE = -12;
const BELOW = 22;

/** On the side of the point where the line is not, and never on the axis. */
function labelY(points: readonly LinePoint[], at: number, y: (value: number) => number): number {
  const own = points[at]?.value ?? 0;
  const neighbours = [points[at - 1], points[at + 1]].filter((point) => point !== undefined);
  const valley = neighbours.length > 0 && neighbours.every((point) => point.value > own);
  return valley && y(own) + BELOW < HEIGHT - BOTTOM ? y(own) + BELOW : y(own) + ABOVE;
}

const anchorOf = (at: number, last: number) => (at === last ? 'end' : at === 0 ? 'start' : 'middle');
