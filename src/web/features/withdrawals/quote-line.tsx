import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { formatDate } from '#web/lib/format.ts';
import { type Quote, quoteQuery, type WithdrawalType } from './api.ts';
import { texts } from './texts.ts';

const DEBOUNCE_MS = 200;

/** The quote of the typed amount: undefined while loading, null when it failed. */
export function useQuote(
  currency: Currency,
  amount: Minor | null,
  available: Minor | undefined,
): Quote | null | undefined {
  const debounced = useDebounced(amount);
  const query = useQuery({
    ...quoteQuery(currency, debounced ?? (0 as Minor), available),
    enabled: debounced !== null && debounced > 0,
  });
  if (amount === null || amount <= 0) return undefined;
  if (query.isError) return null;
  return query.data?.amount === amount ? query.data : undefined;
}

function useDebounced(amount: Minor | null): Minor | null {
  const [debounced, setDebounced] = useState(amount);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(amount), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [amount]);
  return debounced;
}

type QuoteLineProps = {
  type: WithdrawalType;
  currency: Currency;
  amount: Minor | null;
  quote: Quote | null | undefined;
  name: string | null;
};

/** `You will receive ₦10,000.00, fee ₦50.00, ₦10,050.00 leaves your balance`, and whose fee that is. */
export function QuoteLine({ type, currency, amount, quote, name }: QuoteLineProps) {
  if (amount === null || amount <= 0) return null;
  const money = (value: Minor) => formatMoney(value, currency);
  const arrives = (receives: Minor) =>
    type === 'self-withdraw'
      ? texts.quote.receive(money(receives))
      : texts.quote.reaches(money(receives), name ?? texts.quote.payee);
  return (
    <div
      role="status"
      className="flex min-h-12 items-center gap-3 rounded-control bg-primary-soft px-3.5 py-2.5 text-15 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-primary"
    >
      <ArrowRight aria-hidden />
      {quote === undefined && <span className="text-muted">{texts.quote.asking}</span>}
      {quote === null && <span>{texts.quote.failed}</span>}
      {quote && (
        <div className="min-w-0 wrap-anywhere">
          <b className="font-semibold">{arrives(quote.receives)}</b>, {texts.quote.fee(money(quote.fee))},{' '}
          {texts.quote.leaves(money(quote.total))}
          <span className="block text-13 text-muted">
            {texts.quote.priced(quote.provider, formatDate(quote.pricedOn))}
          </span>
        </div>
      )}
    </div>
  );
}
