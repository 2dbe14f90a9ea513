import { type Currency, formatMoney, subtract } from '#core/money.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Money } from '#web/ui/money.tsx';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import { Line } from '../confirm-dialog.tsx';
import { texts as shared } from '../texts.ts';
import type { BulkQuote } from './api.ts';
import { texts } from './texts.ts';

type TotalsProps = {
  currency: Currency;
  count: number;
  quote: { data: BulkQuote | undefined; isError: boolean; retry: () => void };
};

/** Total cost of the batch, and the balance left or missing. */
export function Totals({ currency, count, quote: { data, isError, retry } }: TotalsProps) {
  if (count === 0)
    return (
      <p role="status" className="mt-5 rounded-card bg-sunken p-4 text-15">
        {texts.review.nobody}
      </p>
    );
  if (isError)
    return (
      <p role="alert" className="mt-5 flex flex-wrap items-center gap-3 text-15">
        {texts.review.quoteFailed}
        <Button variant="outline" size="sm" onClick={retry}>
          {shared.retry}
        </Button>
      </p>
    );
  if (!data) return <Skeleton className="mt-5 h-40" />;
  return (
    <div className="mt-5 grid gap-3">
      <dl className="grid gap-2.5 rounded-card bg-sunken p-4 text-15 sm:max-w-md">
        <QuoteLines quote={data} currency={currency} />
        {data.missing === 0 && (
          <Line name={texts.review.after}>
            <Money amount={subtract(data.available, data.total)} currency={currency} />
          </Line>
        )}
      </dl>
      <p className="text-13 text-muted">{texts.review.priced(data.provider, formatDate(data.pricedOn))}</p>
      {data.missing > 0 && (
        <Notice tone="bad">{texts.review.missing(formatMoney(data.missing, currency))}</Notice>
      )}
    </div>
  );
}

/** The sum paid, its fees, and the debit they make together. */
export function QuoteLines({ quote, currency }: { quote: BulkQuote; currency: Currency }) {
  return (
    <>
      <Line name={texts.review.amounts}>
        <Money amount={quote.amount} currency={currency} />
      </Line>
      <Line name={texts.review.fees}>
        <Money amount={quote.fee} currency={currency} />
      </Line>
      <Line name={texts.review.leaves}>
        <Money amount={quote.total} currency={currency} className="text-lg" />
      </Line>
    </>
  );
}
