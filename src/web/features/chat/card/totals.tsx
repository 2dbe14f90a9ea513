import { Money } from '#web/ui/money.tsx';
import { cardTexts } from './texts.ts';
import { Doubt } from './field.tsx';
import { type CardValues, totalsOfCard } from './rules.ts';

type CardTotalsProps = { values: CardValues; doubt: string | undefined };

/** The card's totals. */
export function CardTotals({ values, doubt }: CardTotalsProps) {
  const { currency } = values;
  const totals = totalsOfCard(values);
  const rows = [
    { name: cardTexts.subtotal, amount: totals.subtotal },
    ...[
      { name: cardTexts.discountLine, amount: totals.discount },
      { name: cardTexts.tax, amount: totals.tax },
    ].filter(({ amount }) => amount > 0),
  ];
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-15">
        {rows.map(({ name, amount }) => (
          <div key={name} className="contents text-muted">
            <dt>{name}</dt>
            <dd className="text-right text-ink">
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
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
