import { type Currency, currencySymbols, type Minor, moneyParts } from '#core/money.ts';
import { cn } from './cn.ts';
import { labels } from './labels.ts';

/** No symbol where the currency is not known yet. */
type MoneyProps = { amount: Minor; currency: Currency | null; className?: string };

/** An amount with its kobo set smaller; its accessible name is the full amount with the currency. */
export function Money({ amount, currency, className }: MoneyProps) {
  const { sign, whole, fraction } = moneyParts(amount);
  const accessibleName = `${sign}${whole}.${fraction} ${currency ? labels.currencies[currency] : ''}`;
  return (
    <span role="img" aria-label={accessibleName} className={cn('num', className)}>
      {sign}
      {currency && currencySymbols[currency]}
      {whole}
      {/* In red and beside muted words it has no contrast to give. */}
      <span className="font-semibold text-[max(0.7em,12px)] tracking-normal opacity-75 in-[.text-bad,.text-muted]:opacity-100">
        .{fraction}
      </span>
    </span>
  );
}
