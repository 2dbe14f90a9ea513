import { Trash2 } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { ItemExtras } from '#web/lib/invoices/item-extras/details.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Input } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { cardTexts } from './texts.ts';
import { CardField, Doubt } from './field.tsx';
import type { CardItem } from './rules.ts';

type CardItemRowProps = {
  item: CardItem;
  at: number;
  currency: Currency | null;
  /** Doubt about the line as a whole. */
  doubt: string | undefined;
  feedback: (field: string) => { error: string | undefined; doubt: string | undefined };
  onChange: (change: Partial<CardItem>) => void;
  onRemove: (() => void) | null;
};

/** One line of a proposed invoice. */
export function CardItemRow({ item, at, currency, doubt, feedback, onChange, onRemove }: CardItemRowProps) {
  const { fields } = cardTexts;
  return (
    <div
      role="group"
      aria-label={cardTexts.item(at + 1)}
      className="grid grid-cols-[5rem_minmax(0,1fr)_auto] items-start gap-3 rounded-control border border-line p-3"
    >
      <CardField label={fields.description} {...feedback('description')} className="col-span-2">
        <Input
          maxLength={300}
          value={item.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </CardField>
      {onRemove ? (
        <IconButton
          label={cardTexts.removeItem(at + 1)}
          onClick={onRemove}
          className="mt-7 -mr-1.5 text-muted"
        >
          <Trash2 aria-hidden />
        </IconButton>
      ) : (
        <span />
      )}
      <CardField label={fields.quantity} {...feedback('quantity')}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="num"
          value={item.quantity}
          onChange={(event) =>
            onChange({ quantity: event.target.value.replace(/[^\d.,]/g, '').slice(0, 16) })
          }
        />
      </CardField>
      <CardField label={fields.rate} {...feedback('rate')}>
        <MoneyInput currency={currency} value={item.rate} onChange={(rate) => onChange({ rate })} />
      </CardField>
      <div className="col-span-3 -my-2">
        <ItemExtras item={item} error={feedback('discount').error} onChange={onChange} />
      </div>
      {doubt && (
        <p className="col-span-3">
          <Doubt text={doubt} />
        </p>
      )}
    </div>
  );
}
