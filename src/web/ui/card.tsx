import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Skeleton } from './states.tsx';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('rounded-card border border-line bg-surface', className)} {...rest} />;
}

type PanelProps = {
  title: string;
  action?: ReactNode;
  description?: string;
  children: ReactNode;
  className?: string;
  id?: string;
};

/** A card with a heading, for a table, chart or list. */
export function Panel({ title, action, description, children, className, id }: PanelProps) {
  const headingId = `${id ?? title.toLowerCase().replace(/\W+/g, '-')}-heading`;
  return (
    <section
      aria-labelledby={headingId}
      className={cn(
        'overflow-hidden rounded-card border border-line bg-surface',
        // On a slow phone only what is near the screen is laid out.
        'max-md:[contain-intrinsic-size:auto_20rem] max-md:[content-visibility:auto]',
        className,
      )}
    >
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 px-4.5 pt-3 pb-2">
        <div className="min-w-0 flex-1">
          <h2 id={headingId} className="text-lg">
            {title}
          </h2>
          {description && <p className="text-muted text-sm">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

type StatCardProps = {
  title: string;
  /** A number, or `<Money>`. */
  value: ReactNode;
  caption?: ReactNode;
  /** The dark lead card of a row. */
  lead?: boolean;
  /** Art at the end of the card, such as small bars. */
  art?: ReactNode;
  loading?: boolean;
  className?: string;
};

export function StatCard({
  title,
  value,
  caption,
  lead = false,
  art,
  loading = false,
  className,
}: StatCardProps) {
  return (
    <article
      className={cn(
        'relative isolate flex min-h-38 min-w-0 flex-col overflow-hidden rounded-card border p-4.5 max-md:min-h-31 max-md:p-3.5',
        lead ? 'border-transparent bg-night text-on-night' : 'border-line bg-surface',
        className,
      )}
    >
      <h2
        className={cn(
          'font-medium font-text text-sm tracking-normal',
          lead ? 'text-night-muted' : 'text-muted',
        )}
      >
        {title}
      </h2>
      <div
        className={cn(
          'num mt-3 font-bold leading-tight max-md:mt-2',
          lead
            ? 'text-[clamp(1.75rem,9vw,2.375rem)] tracking-tight'
            : 'text-[clamp(1.125rem,5.6vw,1.375rem)] md:text-[1.75rem]',
        )}
      >
        {loading ? <Skeleton className="h-9 w-32" /> : value}
      </div>
      {art}
      <div
        className={cn(
          'mt-auto flex items-center gap-1.5 pt-3 text-13',
          lead ? 'text-night-muted' : 'text-muted',
        )}
      >
        {loading ? <Skeleton className="h-4 w-24" /> : caption}
      </div>
    </article>
  );
}

/** `↑ 14.4%` in green or `↓ 8.3%` in red; nothing where there is nothing to compare with. */
export function Change({ percent, lead = false }: { percent: number | null; lead?: boolean }) {
  if (percent === null) return null;
  if (percent === 0) return <span className="font-semibold">0%</span>;
  const up = percent > 0;
  return (
    <span
      className={cn(
        'font-semibold',
        up ? (lead ? 'text-night-ok' : 'text-ok') : lead ? 'text-on-night' : 'text-bad',
      )}
    >
      <span aria-hidden>{up ? '↑ ' : '↓ '}</span>
      <span className="sr-only">{up ? 'up ' : 'down '}</span>
      {Math.abs(percent)}%
    </span>
  );
}
