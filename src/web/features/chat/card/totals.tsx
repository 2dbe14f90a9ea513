import type { Currency } from '#core/money.ts';
import { Money } from '#web/ui/money.tsx';
import { cardTexts } from '../texts.ts';
import { Doubt } from './field.tsx';
import { type CardValues, totalsOfCard } from './rules.ts';

type CardTotalsProps = { values: CardValues; currency: Currency; doubt: string | undefined };

/** The card's totals. */
export function CardTotals({ values, currency, doubt }: CardTotalsProps) {
  const totals = totalsOfCard(values);
  const rows = [
    { name: cardTexts.subtotal, amount: totals.subtotal, shown: true },
    { name: cardTexts.discountLine, amount: totals.discount, shown: totals.discount > 0 },
    { name: cardTexts.tax, amount: totals.tax, shown: totals.tax > 0 },
  ];
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-15">
        {rows.map(
          ({ name, amount, shown }) =>
            shown && (
              <div key={name} className="contents text-muted">
                <dt>{name}</dt>
                <dd className="text-right text-ink">
                  <Money amount={amount} currency={currency} />
                </dd>
              </div>
            ),
        )}
        <dt className="font-bold">{cardTexts.total}</dt>
        <dd className="text-right text-lg">
          <Money amount={totals.total} currency={currency} className="font-bold" />
        </dd>
      </dl>
      {doubt && (
        <p className="mt-2">
          <Doubt text={doubt} />
        </p>
      )}
    </div>
  );
}
