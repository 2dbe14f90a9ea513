import type { ReactNode } from 'react';
import { add } from '#core/money.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Money } from '#web/ui/money.tsx';
import { type DetailsProps, stateText, WithdrawalBadge } from './history.tsx';
import { dialogTexts } from './dialog-texts.ts';
import { historyTexts } from './history-texts.ts';

/** All details of a withdrawal, with the reference for the bank. */
export function DetailsDialog({ row, onClose, onBatch }: DetailsProps) {
  const { batchId } = row;
  const { confirm } = dialogTexts;
  const { details, history, states } = historyTexts;
  const footer = (
    <Button variant="outline" onClick={onClose} className="max-md:flex-1">
      {details.close}
    </Button>
  );
  return (
    <Dialog open onClose={onClose} title={details.titles[row.type]} width="sm" footer={footer}>
      <div className="mb-5 grid justify-items-start gap-2.5">
        <Money amount={row.amount} currency={row.currency} className="text-3xl" />
        <WithdrawalBadge row={row} />
        <p className="text-15 text-muted">
          {stateText(row)}
          {row.triedAgainAs && ` ${states.triedAgain}`}
        </p>
        {row.reason && (
          <p className="wrap-anywhere text-15">
            {details.reason}: {row.reason}
          </p>
        )}
      </div>
      <dl className="grid gap-3 text-15">
        <Line name={confirm.fee}>
          <Money amount={row.fee} currency={row.currency} />
        </Line>
        <Line name={confirm.total}>
          <Money amount={add(row.amount, row.fee)} currency={row.currency} />
        </Line>
        <Line name={confirm.bank}>{row.bankName}</Line>
        <Line name={confirm.number}>
          <span className="num">{row.accountNumber}</span>
        </Line>
        {row.accountName && <Line name={confirm.name}>{row.accountName}</Line>}
        {row.staffName && (
          <Line name={confirm.staff}>
            {row.staffName}
            {row.staffEmail && <span className="block font-normal text-13 text-muted">{row.staffEmail}</span>}
            {row.staffPhone && <span className="block font-normal text-13 text-muted">{row.staffPhone}</span>}
          </Line>
        )}
        {row.description && <Line name={confirm.description}>{row.description}</Line>}
        {batchId && onBatch && (
          <Line name={history.together}>
            <Button variant="link" size="sm" className="min-h-0!" onClick={() => onBatch(batchId)}>
              {history.all}
            </Button>
          </Line>
        )}
        <Line name={details.asked}>{formatInstant(row.createdAt)}</Line>
        <Line name={details.changed}>{formatInstant(row.updatedAt)}</Line>
        <Line name={details.reference}>
          <span className="block break-all">{row.reference}</span>
          <CopyButton variant="link" text={row.reference} label={details.copy} copied={details.copied} />
        </Line>
      </dl>
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-line border-b pb-3 last:border-b-0 last:pb-0">
      <dt className="shrink-0 text-13 text-muted">{name}</dt>
      <dd className="wrap-anywhere min-w-0 text-end font-medium">{children}</dd>
    </div>
  );
}
