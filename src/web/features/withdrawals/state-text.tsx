import { backIn } from '#core/settled-debt.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Badge, StatusBadge } from '#web/ui/badge.tsx';
import type { Withdrawal } from './api.ts';
import { historyTexts as texts } from './history-texts.ts';

/** The status of a withdrawal explained in a sentence. */
export function stateText(row: Withdrawal): string {
  if (row.inReview) return texts.states.inReview;
  if (row.status === 'processing' && row.askedAt) return texts.states.askedAgain(formatInstant(row.askedAt));
  const state = texts.states[row.status];
  return row.status === 'failed' || row.status === 'reversed'
    ? `${state} ${backIn(row.settledDebt, row.currency)}`
    : state;
}

/** The status badge; one under review has its own. */
export function WithdrawalBadge({ row }: { row: Withdrawal }) {
  if (!row.inReview) return <StatusBadge status={row.status} />;
  return (
    <Badge dot tone="warn">
      {texts.inReview}
    </Badge>
  );
}
