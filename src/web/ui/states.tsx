import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { labels } from './labels.ts';

/** A grey stand-in with the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('skeleton block', className)} />;
}

type EmptyStateProps = {
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** Nothing here yet, or nothing found; `children` are the buttons that help. */
export function EmptyState({ title, text, icon, children, className }: EmptyStateProps) {
  return (
    <div className={cn('grid justify-items-center gap-2 px-6 py-14 text-center', className)}>
      {icon && <Ripple>{icon}</Ripple>}
      <p className="font-bold font-display text-xl tracking-tight">{title}</p>
      {text && <p className="max-w-md text-muted">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

type ErrorStateProps = {
  title: string;
  text?: string;
  onRetry: () => void;
  retrying?: boolean;
  retry?: string;
  className?: string;
};

/** A read failed; the rest of the page stands. It may be tried again at once, also while it tries by itself. */
export function ErrorState({
  title,
  text,
  onRetry,
  retrying = false,
  retry = labels.tryAgain,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={cn('grid justify-items-center gap-2 px-6 py-12 text-center', className)}>
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-bad-bg text-bad">
        <CloudOff aria-hidden className="size-6" />
      </span>
      <p className="max-w-md font-semibold">{title}</p>
      {(text || retrying) && (
        <p className="max-w-md text-muted text-sm">{retrying ? labels.stillTrying : text}</p>
      )}
      <Button variant="outline" className="mt-3" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}

/** An icon in the mark's rings. */
export function Ripple({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'relative mb-7 mt-6 grid size-16 place-items-center rounded-full bg-primary-soft text-primary before:absolute before:-inset-2.5 before:rounded-full before:border before:border-line after:absolute after:-inset-6 after:rounded-full after:border after:border-line after:opacity-60 [&_svg]:size-7',
        className,
      )}
    >
      {children}
    </span>
  );
}

/** A line across the page, such as the embedded database's or the email's. */
export function Notice({
  tone = 'info',
  icon,
  action,
  children,
}: {
  tone?: 'info' | 'warn' | 'bad';
  icon?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  const tones = {
    info: 'bg-info-bg [&>svg]:text-info',
    warn: 'bg-warn-bg [&>svg]:text-warn',
    bad: 'bg-bad-bg [&>svg]:text-bad',
  };
  return (
    <div
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-3.5 rounded-[14px] py-2.5 pr-2.5 pl-4 text-15 text-ink [&>svg]:size-5 [&>svg]:shrink-0',
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 basis-48 py-1.5">{children}</div>
      {action}
    </div>
  );
}
