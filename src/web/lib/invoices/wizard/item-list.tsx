import { Pencil, Trash2 } from 'lucide-react';
import { Fragment, memo } from 'react';
import { formatMoney, subtract, timesMicro } from '#core/money.ts';
import { taxCodeNames } from '../item-extras/texts.ts';
import { useCurrency } from '../../session/session.ts';
import { cn } from '#web/ui/cn.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { ItemDraft } from './draft.ts';
import { priceOf } from './rules.ts';
import { wizardTexts } from './texts.ts';

const labels = wizardTexts.items;

type ItemListProps = {
  items: readonly ItemDraft[];
  /** The place of the item that is being changed. */
  editing: number | null;
  onEdit: (at: number) => void;
  onRemove: (at: number) => void;
};

/** The items with their prices. Memoised, as each key typed beside them would draw them all again. */
export const ItemList = memo(function ItemList({ items, editing, onEdit, onRemove }: ItemListProps) {
  if (items.length === 0) return <p className="py-2 text-15 text-muted">{labels.empty}</p>;
  return (
    <ul aria-label={labels.list} className="divide-y divide-line border-line border-y">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no name of their own, rows no state
        <li
          key={at}
          className={cn(
            'flex items-center gap-3 py-2.5',
            at === editing && '-mx-2.5 rounded-md bg-primary-soft px-2.5',
          )}
        >
          <ItemLine item={item} />
          <span className="flex shrink-0">
            <IconButton size="sm" label={labels.edit(item.description)} onClick={() => onEdit(at)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton size="sm" label={labels.remove(item.description)} onClick={() => onRemove(at)}>
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  );
});

function ItemLine({ item }: { item: ItemDraft }) {
  const currency = useCurrency();
  const { description, quantity, rate, taxCode = 'standard' } = item;
  const price = priceOf(item);
  const off = subtract(timesMicro(rate, quantity), price);
  const special = [
    ...(off > 0 ? [`${labels.discount} ${formatMoney(off, currency)}`] : []),
    ...(taxCode === 'standard' ? [] : [taxCodeNames[taxCode]]),
  ];
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-[1_1_7rem]">
        <p className="font-semibold [overflow-wrap:anywhere]">{description}</p>
        <p className="text-13 text-muted">
          <span className="num">
            {quantity / 1e6} × <Money amount={rate} currency={currency} />
          </span>
          {special.map((word) => (
            <Fragment key={word}>
              {' · '}
              <span className="num">{word}</span>
            </Fragment>
          ))}
        </p>
      </div>
      <Money amount={price} currency={currency} className="ml-auto font-bold" />
    </div>
  );
}
