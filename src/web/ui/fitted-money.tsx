import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { cn } from './cn.ts';
import { Money } from './money.tsx';

/** How wide an amount's characters are on average, its smaller kobo included. */
const DIGIT_EMS = 0.485;

type FittedMoneyProps = { amount: Minor; currency: Currency; className?: string };

/** An amount that grows smaller rather than being cut off by its card. */
export function FittedMoney({ amount, currency, className }: FittedMoneyProps) {
  const ems = DIGIT_EMS * formatMoney(amount, currency).length;
  return (
    <span className={cn('block', className)}>
      <span className="@container block">
        <span style={{ fontSize: `min(1em, calc(100cqi / ${ems}))` }}>
          <Money amount={amount} currency={currency} />
        </span>
      </span>
    </span>
  );
}
