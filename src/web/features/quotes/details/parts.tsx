import { Link } from '@tanstack/react-router';
import { formatMoney } from '#core/money.ts';
import { Money } from '#web/ui/money.tsx';
import type { QuoteDetail } from '../api.ts';
import { texts } from '../texts.ts';

const { part: words } = texts;

/** The invoices of a quote that is invoiced in parts, and how much is left. */
export function QuoteParts({ quote }: { quote: QuoteDetail }) {
  const { parts, currency, invoicedAmount, totalAmount, leftAmount } = quote;
  if (parts.length === 0) return null;
  const told = [invoicedAmount, totalAmount, leftAmount].map((amount) => formatMoney(amount, currency));
  return (
    <section aria-labelledby="quote-parts" className="rounded-card border border-line bg-surface p-4">
      <h3 id="quote-parts" className="text-lg">
        {words.list}
      </h3>
      <p className="text-muted text-sm">{words.progress(told[0] ?? '', told[1] ?? '', told[2] ?? '')}</p>
      <ol className="divide-y divide-line">
        {parts.map((part) => (
          <li
            key={part.invoiceId}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5 text-15"
          >
            <span>
              {words.name(part.part)}{' '}
              {part.isDeleted ? (
                <span className="text-muted">{words.deleted(part.invoiceNumber)}</span>
              ) : (
                <Link
                  to="/dashboard/invoices"
                  search={{ invoice: part.invoiceId }}
                  className="font-semibold text-primary underline"
                >
                  {part.invoiceNumber}
                </Link>
              )}
            </span>
            <Money
              amount={part.totalAmount}
              currency={currency}
              className={part.isDeleted ? 'ml-auto text-muted line-through' : 'ml-auto font-semibold'}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
