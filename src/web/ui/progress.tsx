import { cn } from './cn.ts';
import { labels } from './labels.ts';

type ProgressProps = { value: number; max?: number; label: string; valueText?: string; className?: string };

/** A bar from 0 to `max` (100). */
export function Progress({ value, max = 100, label, valueText, className }: ProgressProps) {
  const part = Math.max(0, Math.min(1, value / max));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.round(value)}
      aria-valuetext={valueText}
      className={cn('h-1.5 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className="h-full origin-left rounded-full bg-primary transition-transform duration-280"
        style={{ transform: `scaleX(${part})` }}
      />
    </div>
  );
}

/** A ring with its percentage inside. */
export function ProgressRing({ value, label }: { value: number; label: string }) {
  const length = 2 * Math.PI * 25;
  return (
    <span
      role="img"
      aria-label={labels.percent(label, value)}
      className="relative grid size-14 shrink-0 place-items-center"
    >
      <svg
        viewBox="0 0 56 56"
        className="-rotate-90 absolute inset-0"
        fill="none"
        strokeWidth="6"
        aria-hidden
      >
        <circle cx="28" cy="28" r="25" className="stroke-sunken" />
        <circle
          cx="28"
          cy="28"
          r="25"
          className="stroke-primary"
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (1 - value / 100)}
        />
      </svg>
      <span className="num font-bold text-sm">{value}%</span>
    </span>
  );
}
