import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Currency } from '#core/money.ts';
import { typedInText } from '#core/typed-in.ts';
import { type Today, todayQuery } from '#web/lib/figures/today.ts';
import { formatInstant, formatDate } from '#web/lib/format.ts';
import { OwedList } from '#web/lib/invoices/owed-list.tsx';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { useCurrency } from '#web/lib/session/session.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Card } from '#web/ui/card.tsx';
import { Money } from '#web/ui/money.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { todayTexts as texts } from '../texts.ts';

// Only a new business has one.
const NextStep = lazyComponent(async () => (await import('./next-step.tsx')).NextStep);

const row =
  'flex min-h-13 flex-wrap items-baseline gap-x-3 gap-y-0.5 border-line border-t px-4.5 py-3 first:border-t-0 max-md:px-3.5';

/** The day as the chat opens: money in since last time, what is overdue, what was promised, and a new business's next step. */
export function TodayPanel() {
  const currency = useCurrency();
  const { data, failureCount } = useQuery(todayQuery(currency));
  const retry = useRetryNow(todayQuery(currency).queryKey);
  const isNew = data !== undefined && data.statuses.paid === 0 && data.received.payments === 0;
  return (
    <section aria-label={texts.title} aria-busy={!data && failureCount === 0} className="peer mb-4">
      <Card className="overflow-hidden">
        {data ? (
          <Day today={data} currency={currency} />
        ) : failureCount > 0 ? (
          <ErrorState title={texts.failed} onRetry={retry} className="py-6" />
        ) : (
          <LoadingDay />
        )}
      </Card>
      {isNew && <NextStep />}
    </section>
  );
}

function Day({ today, currency }: { today: Today; currency: Currency }) {
  const overdue = today.oldest.filter(({ daysLate }) => daysLate > 0);
  return (
    <>
      <Received received={today.received} currency={currency} />
      {overdue.length > 0 && (
        <div className="border-line border-t">
          <Heading name={texts.overdue} note={texts.invoices(today.overdue.invoices)}>
            <Money amount={today.overdue.amount} currency={currency} className="font-semibold text-bad" />
          </Heading>
          <OwedList invoices={overdue} currency={currency} />
          {today.overdue.invoices > overdue.length && <SeeAll count={today.overdue.invoices} />}
        </div>
      )}
      {today.promises.length > 0 && <Promises promises={today.promises} currency={currency} />}
    </>
  );
}

function Heading({ name, note, children }: { name: string; note: string; children?: ReactNode }) {
  return (
    <div className={row}>
      <h2 className="font-semibold font-text text-15 tracking-normal">{name}</h2>
      <span className="text-13 text-muted">{note}</span>
      <span className="ml-auto">{children}</span>
    </div>
  );
}

const MAX_NAMES = 3;

function Received({ received, currency }: { received: Today['received']; currency: Currency }) {
  const { since, payments, amount, typedIn, latest } = received;
  const time = texts.since(formatInstant(since, new Date()));
  if (payments === 0) return <Heading name={texts.nothing} note={time} />;
  const note = [time, texts.payments(payments), typedInText(typedIn, currency)];
  const names = latest.slice(0, MAX_NAMES).map(({ customerName }) => customerName ?? texts.unknownCustomer);
  return (
    <div>
      <Heading name={texts.received} note={note.filter(Boolean).join(' · ')}>
        <Money amount={amount} currency={currency} className="font-semibold text-ok" />
      </Heading>
      <p className="-mt-2 truncate px-4.5 pb-3 text-13 text-muted max-md:px-3.5">
        <Link to="/dashboard/payments" className="underline-offset-4 hover:underline">
          {[...new Set(names)].join(', ')}
        </Link>
      </p>
    </div>
  );
}

function SeeAll({ count }: { count: number }) {
  return (
    <p className="border-line border-t px-4.5 max-md:px-3.5">
      <Link
        to="/dashboard/invoices"
        search={{ status: 'overdue', sort: 'dueDate' }}
        className="inline-flex min-h-11 items-center font-semibold text-primary text-sm underline-offset-4 hover:underline"
      >
        {texts.seeAll(count)}
      </Link>
    </p>
  );
}

function Promises({ promises, currency }: { promises: Today['promises']; currency: Currency }) {
  return (
    <div className="border-line border-t">
      <Heading name={texts.promises} note="" />
      <ul>
        {promises.map(({ id, invoiceId, invoiceNumber, customerName, amount, day }) => (
          <li key={id} className="border-line border-t">
            <Link
              to="/dashboard/invoices"
              search={{ invoice: invoiceId }}
              className="grid min-h-13 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4.5 py-2 hover:bg-sunken max-md:px-3.5"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium">{customerName}</span>
                <span className="block text-13 text-muted">
                  {texts.promised(formatDate(day))} · {invoiceNumber}
                </span>
              </span>
              <Money amount={amount} currency={currency} className="font-semibold" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function LoadingDay() {
  return (
    <div aria-hidden>
      <div className={row}>
        <Skeleton className="h-5 w-40" />
        <Skeleton className="ml-auto h-5 w-24" />
      </div>
      <div className={row}>
        <Skeleton className="h-5 w-32" />
        <Skeleton className="ml-auto h-5 w-24" />
      </div>
    </div>
  );
}
