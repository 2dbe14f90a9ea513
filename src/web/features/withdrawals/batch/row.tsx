import { Money } from '#web/ui/money.tsx';
import type { Withdrawal } from '../api.ts';
import { stateText, WithdrawalBadge } from '../history.tsx';
import { texts } from './texts.ts';

/** Somebody of a payment of several: how far their money is, and why not. */
export function BatchRow({ row, onOpen }: { row: Withdrawal; onOpen: () => void }) {
  const name = row.staffName ?? '';
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-line border-b px-4.5 py-3 last:border-b-0 hover:bg-[color-mix(in_srgb,var(--sunken)_50%,transparent)]">
      <div className="min-w-0">
        <button
          type="button"
          onClick={onOpen}
          aria-label={texts.batch.open(name)}
          className="wrap-anywhere block max-w-full text-left font-semibold after:absolute after:inset-0"
        >
          {name}
        </button>
        <span className="wrap-anywhere block text-13 text-muted">
          {row.bankName} <span className="num">{row.accountNumber.slice(-6)}</span>
          {row.accountName && `, ${row.accountName}`}
        </span>
      </div>
      <span className="flex flex-col items-end gap-1">
        <Money amount={row.amount} currency={row.currency} />
        <WithdrawalBadge row={row} />
      </span>
      {row.status !== 'completed' && row.status !== 'pending' && (
        <p className="wrap-anywhere col-span-2 text-13 text-muted">
          {row.reason && <span className="block text-ink">{row.reason}</span>}
          {stateText(row)}
        </p>
      )}
    </li>
  );
}
