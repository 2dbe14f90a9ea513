import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Currency } from '#core/money.ts';
import { formatMoney } from '#web/lib/format.ts';
import { useDebouncedSearch } from '#web/lib/lists/debounced-search.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { unpaidInvoices } from '../api.ts';
import { texts } from '../texts.ts';
import type { ChosenInvoice } from './plan.ts';

type FinderProps = {
  currency: Currency;
  label: string;
  chosen?: ChosenInvoice | null;
  /** Words looked for while nothing is typed. */
  among?: string;
  /** Leaves out those that do not fit. */
  fits?: (invoice: ChosenInvoice) => boolean;
  onChoose: (invoice: ChosenInvoice) => void;
};

/** Finds an unpaid invoice by its number or customer, among all of them. */
export function InvoiceFinder({
  currency,
  label,
  chosen = null,
  among = '',
  fits = () => true,
  onChoose,
}: FinderProps) {
  const [search, setSearch] = useState('');
  const [, setTyped] = useDebouncedSearch(search, setSearch);
  const { data = [], isPending } = useQuery(unpaidInvoices(currency, search || among));
  const found = data
    .map(
      ({ id, invoiceNumber, customerName, customerEmail, balance, settledBy }): ChosenInvoice => ({
        id,
        number: invoiceNumber,
        customerName,
        customerEmail,
        balance,
        settledBy,
      }),
    )
    .filter(fits);
  const known = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  const options = known.map(({ id, number, customerName, balance }) => ({
    value: id,
    label: `${number} · ${customerName}`,
    hint: formatMoney(balance, currency),
  }));
  return (
    <Combobox
      label={label}
      placeholder={label}
      searchPlaceholder={texts.lines.find}
      value={chosen?.id ?? ''}
      onChange={(id) => {
        const invoice = known.find((one) => one.id === id);
        if (invoice) onChoose(invoice);
      }}
      options={options}
      onType={setTyped}
      loading={isPending}
    />
  );
}
