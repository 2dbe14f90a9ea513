import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

const tones: Record<Tone, string> = {
  ok: 'bg-ok-bg text-ok',
  warn: 'bg-warn-bg text-warn',
  bad: 'bg-bad-bg text-bad',
  info: 'bg-info-bg text-info',
  neutral: 'bg-sunken text-muted',
};

type BadgeProps = { tone?: Tone; dot?: boolean; children: ReactNode; className?: string };

export function Badge({ tone = 'neutral', dot = false, children, className }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 py-0.5 font-semibold text-13 leading-5',
        tones[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className="size-1.75 rounded-full bg-current" />}
      {children}
    </span>
  );
}

const statuses: Record<string, Tone> = {
  pending: 'warn',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'neutral',
  refunded: 'info',
  success: 'ok',
  processing: 'info',
  reversed: 'neutral',
  active: 'ok',
  inactive: 'neutral',
};

/** The status of a payment, withdrawal or customer: word, dot and colour. */
export function StatusBadge({ status }: { status: string }) {
  const label = status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');
  return (
    <Badge dot tone={statuses[status] ?? 'neutral'}>
      {label}
    </Badge>
  );
}
