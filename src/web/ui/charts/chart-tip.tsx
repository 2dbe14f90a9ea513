import type { CSSProperties } from 'react';
import { cn } from '../cn.ts';

/** Half of the widest tip, and how far it keeps from its point. */
const HALF = '5.5rem';
const AWAY_PX = 14;
const ROOM_PX = 84;

type ChartTipProps = {
  id?: string;
  /** The text for the active point; undefined while none is active. */
  text: string | undefined;
  /** Where the point is: a share of the width, and pixels from the top. */
  left: number;
  top: number;
};

/** Tooltip of the point under pointer, finger or arrow keys; announced as it changes. */
export function ChartTip({ id, text, left, top }: ChartTipProps) {
  return (
    <p
      id={id}
      role="status"
      aria-live="polite"
      className={cn(
        text === undefined
          ? 'sr-only'
          : 'num pointer-events-none absolute z-10 w-max max-w-44 -translate-x-1/2 whitespace-normal rounded-md bg-ink px-2.5 py-1.5 text-center text-bg text-sm leading-snug shadow-e2',
      )}
      style={text === undefined ? undefined : placeOf(left, top)}
    >
      {text ?? ''}
    </p>
  );
}

const placeOf = (left: number, top: number): CSSProperties => ({
  left: `clamp(${HALF}, ${(left * 100).toFixed(2)}%, calc(100% - ${HALF}))`,
  top: `${top.toFixed(1)}px`,
  // Below its point where there is no room above it.
  marginTop: `${top < ROOM_PX ? AWAY_PX : -AWAY_PX}px`,
  transform: `translateY(${top < ROOM_PX ? 0 : -100}%)`,
});
