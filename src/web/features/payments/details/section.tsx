import { type ReactNode, useId } from 'react';
import { cn } from '#web/ui/cn.ts';

/** A part of the drawer under its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}

type LineProps = { name: string; className?: string; children: ReactNode };

/** A name and its value on one line, the value giving way where it is long. */
export function Line({ name, className, children }: LineProps) {
  return (
    <div className={cn('flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2', className)}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere min-w-0 text-end text-15">{children}</dd>
    </div>
  );
}
