import { dateIn } from '#core/dates.ts';
import { quoteDocument } from '#core/invoice/quote-document.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { formatDate } from '#web/lib/format.ts';
import { PartsList } from '#web/lib/invoices/schedule/parts-list.tsx';
import { wizardTexts } from '#web/lib/invoices/wizard/texts.ts';
import { Money } from '#web/ui/money.tsx';
import type { QuoteDetail } from '../api.ts';
import { texts } from '../texts.ts';
import { leftOfLine } from './left-of-line.ts';

/** The offer as its customer reads it: for whom, until when, lines and sums. */
export function OfferSheet({ quote }: { quote: QuoteDetail }) {
  const { data: business } = useBusiness();
  const { currency, customerName, customerEmail } = quote;
  const document = documentOf(quote, business?.businessName ?? '');
  const { title, description, lines, totals, parts, terms, notes } = document;
  return (
    <section aria-label={texts.details.title} className="grid gap-4 text-15">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name={texts.details.to} value={customerName} more={customerEmail} />
        <Fact
          name={quote.validUntil ? texts.details.validUntil : texts.details.valid}
          value={quote.validUntil ? formatDate(quote.validUntil) : wizardTexts.quote.days(quote.validDays)}
        />
        <Fact name={texts.details.acceptance} value={wizardTexts.quote.actions[quote.onAcceptance]} />
      </dl>
      <div>
        <h3 className="wrap-anywhere text-lg">{title}</h3>
        {description !== '' && description !== title && (
          <p className="wrap-anywhere whitespace-pre-line text-muted">{description}</p>
        )}
      </div>
      <ul aria-label={texts.details.lines} className="divide-y divide-line border-line border-y">
        {lines.map((line, at) => (
          // Lines have no name of their own, and no state.
          <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <span className="wrap-anywhere min-w-0 flex-1 basis-40">
              <span className="block font-semibold">{line.description}</span>
              <span className="num block text-13 text-muted">
                {line.quantity / 1e6} × <Money amount={line.rate} currency={currency} />
                {line.note !== '' && ` · ${line.note}`}
              </span>
              {quote.invoicedBy === 'lines' && (
                <span className="block text-13 text-muted">
                  {leftOfLine(line.quantity, quote.linesLeft[at] ?? 0)}
                </span>
              )}
            </span>
            <Money amount={line.total} currency={currency} className="ml-auto font-semibold" />
          </li>
        ))}
      </ul>
      <dl className="ml-auto grid w-full max-w-80 gap-1.5">
        {totals.map(({ key, label, amount }) => (
          <div
            key={key}
            className={key === 'total' ? 'flex justify-between font-bold text-lg' : 'flex justify-between'}
          >
            <dt>{label}</dt>
            <dd>
              <Money amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <PartsList parts={parts} currency={currency} />
      {[terms, notes].map(
        (part) =>
          part && (
            <p key={part.key} className="wrap-anywhere whitespace-pre-line text-muted text-sm">
              {part.label}: {part.value}
            </p>
          ),
      )}
    </section>
  );
}

function Fact({ name, value, more = '' }: { name: string; value: string; more?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="wrap-anywhere font-semibold">{value}</dd>
      {more !== '' && <dd className="wrap-anywhere text-muted text-sm">{more}</dd>}
    </div>
  );
}

const documentOf = (quote: QuoteDetail, business: string) => {
  const issued = dateIn(quote.sentAt ?? quote.createdAt);
  return quoteDocument(
    {
      ...quote,
      number: quote.number ?? '',
      date: issued,
      validUntil: quote.validUntil ?? issued,
      withdrawn: quote.status === 'withdrawn',
    },
    quote.items,
    { name: business },
    'en',
  );
};
