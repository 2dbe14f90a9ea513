import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Currency, Minor } from '#core/money.ts';
import { balanceQuery } from '#web/lib/figures/balance.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { Button } from '#web/ui/button.tsx';
import { Cloth } from '#web/ui/cloth.tsx';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

/** Available and pending balance, beside the business's own cloth. */
export function BalanceHero({ currency }: { currency: Currency }) {
  const balance = useQuery(balanceQuery(currency));
  const { data: business } = useBusiness();
  return (
    <section
      aria-label={texts.balance.title}
      className="relative isolate mb-5 grid min-h-36 grid-cols-[minmax(0,1fr)_30%] overflow-hidden rounded-card bg-night text-on-night max-md:grid-cols-1"
    >
      <div className="min-w-0 p-5 max-md:p-4.5">
        <h2 className="font-medium font-text text-night-muted text-sm tracking-normal">
          {texts.balance.title}
        </h2>
        <div className="mt-2 font-bold text-[clamp(1.75rem,9vw,2.75rem)] leading-tight tracking-tight">
          {balance.data && <FittedMoney amount={balance.data.available} currency={currency} />}
          {!balance.data && balance.failureCount === 0 && (
            <Skeleton className="h-12 w-56 max-w-full opacity-15" />
          )}
        </div>
        {balance.data && <Beside balance={balance.data} currency={currency} />}
        {balance.failureCount > 0 && !balance.data && (
          <p role="alert" className="mt-2 flex flex-wrap items-center gap-3">
            {texts.balance.failed}
            <Button
              variant="outline"
              size="sm"
              pending={balance.isFetching}
              onClick={() => void balance.refetch()}
            >
              {texts.retry}
            </Button>
          </p>
        )}
      </div>
      {business && (
        <Cloth
          seed={business.id}
          primary={business.primaryColor}
          secondary={business.secondaryColor}
          columns={6}
          rows={3}
          className="absolute inset-y-0 right-0 -z-10 w-[30%] border-night border-l-4 max-md:static max-md:z-auto max-md:h-3 max-md:w-full max-md:border-0"
        />
      )}
    </section>
  );
}

type BesideProps = { balance: { available: Minor; pending: Minor; owed: Minor }; currency: Currency };

/** Money on its way, a debt, and where money comes from. */
function Beside({ balance: { available, pending, owed }, currency }: BesideProps) {
  const { balance: words } = texts;
  return (
    <>
      <p className="mt-1 text-night-muted text-sm">
        {words.afterFees}{' '}
        <Link to="/dashboard/payments" className={linkClass}>
          {words.toPayments}
        </Link>
      </p>
      {pending > 0 && (
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2 text-night-muted text-sm">
          {words.pending}
          <Money amount={pending} currency={currency} className="text-on-night" />
        </p>
      )}
      {owed > 0 && (
        <p className="mt-2 max-w-prose text-night-muted text-sm">
          <Money amount={owed} currency={currency} className="text-on-night" /> {words.owed}
        </p>
      )}
      {available === 0 && pending === 0 && owed === 0 && (
        <p className="mt-2 text-night-muted text-sm">
          {words.none}{' '}
          <Link to="/dashboard/invoices" className={linkClass}>
            {words.toInvoices}
          </Link>
        </p>
      )}
    </>
  );
}

const linkClass = 'font-semibold text-on-night underline underline-offset-4';
