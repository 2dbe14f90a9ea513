import { formatMoney } from '#core/money.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Panel } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Report } from './api.ts';
import { texts } from './texts.ts';

/** Who paid most, of all time. */
export function TopCustomers({ report: { currency, topCustomers } }: { report: Report }) {
  const words = texts.top;
  return (
    <Panel title={words.title} description={words.hint}>
      {topCustomers.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <ol className="px-4.5 pb-2">
          {topCustomers.map((customer) => (
            <li
              key={customer.id}
              className="flex items-center gap-3 border-line border-t py-3 first:border-t-0"
            >
              <Avatar name={customer.customerName} className="max-sm:self-start" />
              <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <p className="min-w-0 max-sm:basis-full">
                  <b className="wrap-anywhere line-clamp-2 font-semibold leading-tight">
                    {customer.customerName}
                  </b>
                  <span className="text-muted text-sm">{words.invoices(customer.invoiceCount)}</span>
                </p>
                <p className="sm:text-end">
                  <Money amount={customer.totalPaid} currency={currency} className="block font-semibold" />
                  <span className="text-13 text-muted tabular-nums">
                    {words.average(formatMoney(customer.averageInvoiceValue, currency))}
                  </span>
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
