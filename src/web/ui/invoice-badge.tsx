import { type DisplayStatus, displayStatusNames } from '#core/invoice/display-status.ts';
import { Badge, type Tone } from './badge.tsx';

const tones: Record<DisplayStatus, Tone> = {
  pending: 'neutral',
  sent: 'info',
  part_paid: 'info',
  due: 'warn',
  overdue: 'bad',
  paid: 'ok',
  credited: 'neutral',
  written_off: 'neutral',
  deleted: 'neutral',
};

/** The display status of an invoice. */
export function InvoiceBadge({ status }: { status: DisplayStatus }) {
  return (
    <Badge dot tone={tones[status]}>
      {displayStatusNames[status]}
    </Badge>
  );
}
