import { formatAsOf } from '#web/lib/format.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import type { Withdrawal } from './api.ts';
import { laterTexts } from './later-texts.ts';

/** The status of a withdrawal explained in a sentence. */
export function stateText(row: Withdrawal, now: Date): string {
  if (row.inReview) return laterTexts.states.inReview;
  if (row.status === 'processing' && row.askedAt)
    return laterTexts.states.askedAgain(formatAsOf(row.askedAt, now));
  return laterTexts.states[row.status];
}

/** The status badge; one under review has its own. */
export function WithdrawalBadge({ row }: { row: Withdrawal }) {
  if (!row.inReview) return <StatusBadge status={row.status} />;
  return (
    <Badge dot tone="warn">
      {laterTexts.inReview}
    </Badge>
  );
}
