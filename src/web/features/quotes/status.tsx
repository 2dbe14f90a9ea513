import { Badge, type Tone } from '#web/ui/badge.tsx';
import type { QuoteSummary } from './api.ts';
import { texts } from './texts.ts';

const tones: Record<QuoteSummary['status'], Tone> = {
  draft: 'neutral',
  sent: 'info',
  viewed: 'info',
  expired: 'warn',
  accepted: 'ok',
  declined: 'bad',
  withdrawn: 'neutral',
};

/** The status of a quote. */
export function QuoteBadge({ status }: Pick<QuoteSummary, 'status'>) {
  return (
    <Badge dot tone={tones[status]}>
      {texts.statuses[status]}
    </Badge>
  );
}

/** A quote as sentences name it: its number, or what it is for. */
export const nameOf = ({ number, title }: Pick<QuoteSummary, 'number' | 'title'>): string =>
  number ?? (title === '' ? texts.draft : title);

/** Whether it was sent and waits for its answer, also where its days are over. */
export const isWaiting = ({ status }: Pick<QuoteSummary, 'status'>): boolean =>
  status === 'sent' || status === 'viewed' || status === 'expired';
