import { type Currency, currencySymbols, formatMoney, type Minor, moneyParts } from '#core/money.ts';
import { cn } from './cn.ts';
import { labels } from './labels.ts';

type MoneyProps = { amount: Minor; currency: Currency; className?: string };

/** An amount with its kobo set smaller; its accessible name is the full amount with the currency. */
export function Money({ amount, currency, className }: MoneyProps) {
  const { sign, whole, fraction } = moneyParts(amount);
  const accessibleName = `${formatMoney(amount, currency).replace(currencySymbols[currency], '')} ${labels.currencies[currency]}`;
  return (
    <span role="img" aria-label={accessibleName} className={cn('num', className)}>
      {sign}
      {currencySymbols[currency]}
      {whole}
      {/* In red and beside muted words it has no contrast to give. */}
      <span className="font-semibold text-[max(0.7em,12px)] tracking-normal opacity-75 in-[.text-bad,.text-muted]:opacity-100">
        .{fraction}
      </span>
    </span>
  );
}
