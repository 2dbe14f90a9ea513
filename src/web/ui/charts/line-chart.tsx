/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a chart is read with the arrow keys, and ARIA has no role for that */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { axisSteps } from './scale.ts';

export type LinePoint = {
  label: string;
  /** The label on the axis. */
  tick: string;
  value: number;
  /** As the tooltip says it. */
  told: string;
};

type LineChartProps = { label: string; points: readonly LinePoint[]; axis: (value: number) => string };

const FIRST_WIDTH = 640;
const TICK_ROOM = 40;
const HEIGHT = 260;
const LEFT = 62;
const RIGHT = 18;
const TOP = 18;
const BOTTOM = 34;

/** One series over time. One tab stop: the arrow keys go from point to point, as pointer and finger do. */
export function LineChart({ label, points, axis }: LineChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const hintId = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const steps = axisSteps(Math.max(...points.map((point) => point.value)));
  const top = steps.at(-1) ?? 1;
  const x = (at: number) => LEFT + (at * (width - LEFT - RIGHT)) / Math.max(1, points.length - 1);
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
  const line = points
    .map((point, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(point.value).toFixed(1)}`)
    .join('');
  const every = Math.max(1, Math.ceil((points.length * TICK_ROOM) / (width - LEFT - RIGHT)));
  const shown = active === null ? undefined : points[active];
  const nearest = (event: PointerEvent<SVGSVGElement>) => {
    const drawn = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - drawn.left) / drawn.width) * width;
    const step = (width - LEFT - RIGHT) / Math.max(1, points.length - 1);
    setActive(Math.min(points.length - 1, Math.max(0, Math.round((place - LEFT) / step))));
  };
  return (
    <div ref={box} className="relative">
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={label}
        aria-describedby={hintId}
        tabIndex={0}
        className="block w-full touch-pan-y rounded-md"
        onPointerMove={nearest}
        onPointerDown={nearest}
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
        onKeyDown={(event) => stepBy(event, points.length, active, setActive)}
      >
        {steps.map((step) => (
          <g key={step}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(step)} y2={y(step)} stroke="var(--line)" />
            <text x={LEFT - 10} y={y(step) + 4.5} textAnchor="end" fontSize="13" fill="var(--muted)">
              {axis(step)}
            </text>
          </g>
        ))}
        {points.map((point, at) => (
          <text
            key={point.label}
            x={x(at)}
            y={HEIGHT - 10}
            textAnchor={anchorOf(at, points.length)}
            fontSize="13"
            fill="var(--muted)"
          >
            {at % every === 0 ? point.tick : ''}
          </text>
        ))}
        <path d={`${line}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} fill="var(--c1)" opacity="0.1" />
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
      </svg>
      <p
        id={hintId}
        role="status"
        aria-live="polite"
        className={shown ? tipClass : 'sr-only'}
        style={shown ? tipPlace(x(active ?? 0) / width, y(shown.value)) : undefined}
      >
        {shown ? shown.told : ''}
      </p>
    </div>
  );
}

const tipClass =
  'num pointer-events-none absolute z-10 -translate-x-1/2 -translate-y-[130%] whitespace-nowrap rounded-md bg-ink px-2.5 py-1.5 text-bg text-sm shadow-e2';

const tipPlace = (share: number, y: number) => ({
  left: `clamp(5.5rem, ${(share * 100).toFixed(2)}%, calc(100% - 5.5rem))`,
  top: `max(2.75rem, ${((y / HEIGHT) * 100).toFixed(2)}%)`,
});

/** The width a chart is drawn at: that of its box, so that its words keep their size. */
function useWidth(box: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const watch = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(240, Math.round(entry.contentRect.width))),
    );
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, [box]);
  return width;
}

const anchorOf = (at: number, count: number) => (at === count - 1 ? 'end' : at === 0 ? 'start' : 'middle');

function stepBy(
  event: KeyboardEvent,
  count: number,
  active: number | null,
  go: (at: number | null) => void,
): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (event.key === 'Escape') go(null);
  if (by === undefined) return;
  event.preventDefault();
  go(Math.min(count - 1, Math.max(0, active === null ? (by > 0 ? 0 : count - 1) : active + by)));
}
