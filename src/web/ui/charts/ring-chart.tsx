/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a chart is read with the arrow keys, and ARIA has no role for that */
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { cn } from '../cn.ts';
import { slicePath } from './scale.ts';

export type RingSlice = {
  label: string;
  value: number /** As the legend says it. */;
  told: string;
  share: string;
};

type RingChartProps = {
  label: string;
  slices: readonly RingSlice[];
  /** 0 is a pie, 0.62 a ring with room in the middle. */
  hole: number;
  middle?: ReactNode;
};

const OUTER = 100;
const colors = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)'];

/** Parts of a whole, each named beside its colour. One tab stop: the arrow keys go from part to part. */
export function RingChart({ label, slices, hole, middle }: RingChartProps) {
  const [active, setActive] = useState<number | null>(null);
  const total = sumOf(slices);
  const drawn = slices.map((slice, at) => {
    const from = sumOf(slices.slice(0, at)) / total;
    const path = slicePath(from, from + slice.value / total, OUTER, OUTER * hole);
    return { ...slice, at, path, color: colors[at % colors.length] };
  });
  const shown = active === null ? undefined : drawn[active];
  return (
    <div className="grid items-center gap-5 sm:grid-cols-[minmax(9rem,13rem)_1fr]">
      <div className="relative mx-auto w-full max-w-52">
        <svg
          viewBox="-104 -104 208 208"
          role="img"
          aria-label={label}
          tabIndex={0}
          className="block w-full rounded-full"
          onPointerLeave={() => setActive(null)}
          onBlur={() => setActive(null)}
          onKeyDown={(event) => turnBy(event, slices.length, active, setActive)}
        >
          {drawn.map((slice) => (
            <path
              key={slice.label}
              d={slice.path}
              fill={slice.color}
              stroke="var(--surface)"
              strokeWidth="3"
              opacity={active === null || active === slice.at ? 1 : 0.35}
              onPointerEnter={() => setActive(slice.at)}
              onPointerDown={() => setActive(slice.at)}
            />
          ))}
        </svg>
        {hole > 0 && (
          <div className="pointer-events-none absolute inset-0 grid place-content-center text-center">
            {middle}
          </div>
        )}
      </div>
      <ul className="grid gap-1">
        {drawn.map((slice) => (
          <li
            key={slice.label}
            className={cn(
              'flex items-baseline gap-2.5 rounded-md px-2 py-1.5 text-15',
              active === slice.at && 'bg-sunken',
            )}
          >
            <span
              aria-hidden
              className="size-3 shrink-0 translate-y-px rounded-[4px]"
              style={{ background: slice.color }}
            />
            <span className="min-w-0 flex-1">{slice.label}</span>
            <span className="num font-semibold">{slice.told}</span>
            <span className="num w-12 text-right text-muted text-sm">{slice.share}</span>
          </li>
        ))}
      </ul>
      <p role="status" aria-live="polite" className="sr-only">
        {shown ? `${shown.label}: ${shown.told}, ${shown.share}` : ''}
      </p>
    </div>
  );
}

const sumOf = (slices: readonly RingSlice[]) => slices.reduce((sum, slice) => sum + slice.value, 0);

function turnBy(
  event: KeyboardEvent,
  count: number,
  active: number | null,
  go: (at: number | null) => void,
): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') go(null);
  if (by === undefined) return;
  event.preventDefault();
  go(((active ?? (by > 0 ? -1 : 0)) + by + count) % count);
}
