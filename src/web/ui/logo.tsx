import { cn } from './cn.ts';
import { labels } from './labels.ts';

/** A drop landing in a well. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn('size-8 shrink-0', className)}>
      <rect width="32" height="32" rx="9" className="fill-[#211F6B] dark:fill-[#35329C]" />
      <path d="M4 15a12 12 0 0 0 24 0h-3.6a8.4 8.4 0 0 1-16.8 0z" fill="#FBF7EE" />
      <path d="M10 15a6 6 0 0 0 12 0h-3.2a2.8 2.8 0 0 1-5.6 0z" fill="#F7B32B" />
      <circle cx="16" cy="8" r="3.4" fill="#FF6A3D" />
    </svg>
  );
}

export function Logo({ className }: { className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2 font-bold font-display text-[1.375rem] leading-none tracking-[-0.035em]',
        className,
      )}
    >
      <Mark />
      {labels.brand}
    </span>
  );
}
