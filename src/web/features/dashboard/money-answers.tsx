import type { QueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import type { Currency } from '#core/money.ts';
import { balanceQuery } from '#web/lib/figures/balance.ts';
import { type Today, todayQuery } from '#web/lib/figures/today.ts';
import { OwedList } from '#web/lib/invoices/owed-list.tsx';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { FittedMoney } from '#web/ui/fitted-money.tsx';
import { Money } from '#web/ui/money.tsx';
import { EmptyState, Skeleton } from '#web/ui/states.tsx';
import type { PanelContext } from './panel-context.ts';
import { PanelFailure } from './panel-failure.tsx';
import { usePanelState } from './panel-state.ts';
import { texts } from './texts.ts';

const Elsewhere = lazyComponent(async () => (await import('#web/lib/currency/elsewhere.tsx')).Elsewhere);

const labels = texts.answers;

export async function readAnswers(queries: QueryClient, currency: Currency): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(balanceQuery(currency)),
    queries.prefetchQuery(todayQuery(currency)),
  ]);
}

/** The first two questions of a day: what can be taken out, and who owes and since when. */
export function MoneyAnswers({ currency, firstLoad }: Pick<PanelContext, 'currency' | 'firstLoad'>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 max-md:gap-2.5">
      <Balance currency={currency} firstLoad={firstLoad} />
      <Owed currency={currency} firstLoad={firstLoad} />
    </div>
  );
}

type AnswerProps = { currency: Currency; firstLoad: boolean };

function Balance({ currency, firstLoad }: AnswerProps) {
  const state = usePanelState(balanceQuery(currency), firstLoad);
  return (
    <Panel title={labels.balance.title} description={state.kind === 'full' ? state.asOf : undefined}>
      {state.kind === 'failed' ? (
        <PanelFailure title={labels.balance.failed} state={state} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4.5 pb-4.5">
          <div className="min-w-0 flex-1 basis-40">
            <div className="font-bold text-[clamp(1.5rem,7.5vw,2rem)] leading-tight tracking-tight">
              {state.kind === 'full' ? (
                <FittedMoney amount={state.data.available} currency={currency} />
              ) : (
                <Skeleton className="h-10 w-44" />
              )}
            </div>
            <p className="mt-0.5 text-13 text-muted">
              {state.kind === 'full' && state.data.pending > 0 ? (
                <>
                  <Money amount={state.data.pending} currency={currency} /> {labels.balance.pending}
                </>
              ) : (
                labels.balance.afterFees
              )}
            </p>
          </div>
          <Link to="/dashboard/withdrawal" className={buttonClass()}>
            {labels.balance.withdraw}
          </Link>
        </div>
      )}
    </Panel>
  );
}

function Owed({ currency, firstLoad }: AnswerProps) {
  const state = usePanelState(todayQuery(currency), firstLoad);
  return (
    <Panel title={labels.owed.title} description={state.kind === 'full' ? state.asOf : undefined}>
      {state.kind === 'failed' && <PanelFailure title={labels.owed.failed} state={state} />}
      {state.kind === 'loading' && <LoadingOwed />}
      {state.kind === 'full' && <OwedBody today={state.data} currency={currency} />}
    </Panel>
  );
}

function OwedBody({ today, currency }: { today: Today; currency: Currency }) {
  const { unpaid, overdue, notSent, oldest, elsewhere } = today;
  return (
    <div className={columns}>
      {unpaid.invoices + notSent.invoices > 0 && (
        <ul className={sums}>
          <Sum status="unpaid" name={labels.owed.unpaid} sum={unpaid} currency={currency} />
          <Sum status="overdue" name={labels.owed.overdue} sum={overdue} currency={currency} bad />
          <Sum status="pending" name={labels.owed.notSent} sum={notSent} currency={currency} />
        </ul>
      )}
      {unpaid.invoices === 0
        ? !elsewhere && <EmptyState title={labels.owed.nobody} icon={<CheckCheck />} className="py-5" />
        : oldest.length > 0 && (
            <div className="border-line max-xl:border-t xl:border-l">
              <OwedList invoices={oldest} currency={currency} />
            </div>
          )}
      {elsewhere && (
        <Elsewhere today={today} className="border-line border-t px-4.5 pt-3 pb-2.5 xl:col-span-2" />
      )}
    </div>
  );
}

/** The sums, and beside them where there is room the oldest invoices. */
const columns = 'pb-1 xl:grid xl:grid-cols-[15rem_minmax(0,1fr)]';
const sums =
  'grid grid-cols-3 content-start gap-x-3 gap-y-2 px-4.5 pb-3.5 max-sm:grid-cols-2 xl:grid-cols-1 xl:gap-y-1.5';

type SumProps = {
  status: string;
  name: string;
  sum: Today['unpaid'];
  currency: Currency;
  bad?: boolean;
};

/** A sum with the list it is of. */
function Sum({ status, name, sum, currency, bad = false }: SumProps) {
  return (
    <li className="min-w-0">
      <Link
        to="/dashboard/invoices"
        search={{ status, sort: 'dueDate' }}
        className="group block rounded-sm py-0.5"
      >
        <span className="block text-13 text-muted underline-offset-4 group-hover:underline">{name}</span>
        <Money
          amount={sum.amount}
          currency={currency}
          className={cn('font-semibold text-base', bad && sum.invoices > 0 && 'text-bad')}
        />
        <span className="block text-13 text-muted">{labels.owed.invoices(sum.invoices)}</span>
      </Link>
    </li>
  );
}

function LoadingOwed() {
  return (
    <div aria-hidden className={columns}>
      <div className={sums}>
        {['unpaid', 'overdue', 'pending'].map((status) => (
          <Skeleton key={status} className="h-15" />
        ))}
      </div>
      <div className="border-line max-xl:border-t xl:border-l">
        {[1, 2, 3].map((row) => (
          <div
            key={row}
            className="flex min-h-16 items-center gap-3 border-line border-t px-4.5 first:border-t-0"
          >
            <Skeleton className="h-9 w-40" />
            <Skeleton className="ml-auto h-9 w-36" />
          </div>
        ))}
      </div>
    </div>
  );
}
