import { useQuery } from '@tanstack/react-query';
import type { Currency } from '#core/money.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { unpaidInvoices } from '../api.ts';
import { texts } from '../texts.ts';
import type { ChosenInvoice } from './plan.ts';

type FinderProps = {
  currency: Currency;
  label: string;
  /** Id of the chosen one; empty where none is. */
  value: string;
  /** Leaves out those that do not fit. */
  fits?: (invoice: ChosenInvoice) => boolean;
  onChoose: (invoice: ChosenInvoice) => void;
};

/** Finds an unpaid invoice by its number or customer. */
export function InvoiceFinder({ currency, label, value, fits = () => true, onChoose }: FinderProps) {
  const { data = [], isPending } = useQuery(unpaidInvoices(currency));
  const found = data
    .map(
      ({ id, invoiceNumber, customerName, customerEmail, balance }): ChosenInvoice => ({
        id,
        number: invoiceNumber,
        customerName,
        customerEmail,
        balance,
      }),
    )
    .filter(fits);
  const options = found.map(({ id, number, customerName, balance }) => ({
    value: id,
    label: `${number} · ${customerName}`,
    hint: formatMoney(balance, currency),
  }));
  return (
    <Combobox
      label={label}
      placeholder={label}
      searchPlaceholder={texts.lines.find}
      value={value}
      onChange={(id) => {
        const chosen = found.find((one) => one.id === id);
        if (chosen) onChoose(chosen);
      }}
      options={options}
      loading={isPending}
    />
  );
}
