import { cn } from './cn.ts';

/** Rings that open once where money has landed; nothing for whoever wants less motion. `turn` 0 is none so far. */
export function MoneyRipple({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span key={count} aria-hidden className={cn('pointer-events-none motion-reduce:hidden', className)}>
      <span className="absolute inset-0 animate-ripple rounded-full border-4 border-ok opacity-0" />
      <span className="absolute inset-6 animate-ripple rounded-full border-2 border-ok opacity-0" />
    </span>
  );
}
