import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { WifiOff, X } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { messageOf } from '#web/lib/api.ts';
import { useLiveNews } from '#web/lib/live-events.ts';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { useMoneyLandings } from '#web/lib/notifications/payment-received.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { MoneyRipple } from '#web/ui/money-ripple.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { askAgainAfter, type Counter, counterQuery } from './api.ts';
import { clock } from './clock.ts';
import { Headline } from './headline.tsx';
import { SaleActions } from './sale-actions.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import { texts } from './texts.ts';
import { useLiveness } from './use-liveness.ts';
import { useArrival } from './use-payment-arrival.ts';
import { useAwake } from './use-wake-lock.ts';
import { Verified } from './verified.tsx';
import { WaysIn } from './ways-in.tsx';

/** For the shop counter, to be read from two metres: whether the money is in. Nothing on it makes it so. */
export function CounterPage() {
  const { id = '' } = useParams({ strict: false });
  const currency = useCurrency();
  usePage(texts.title);
  useLiveNews();
  useAwake();
  const { data, error, isError, dataUpdatedAt } = useQuery(counterQuery(currency, id));
  useArrival(data);
  const isSale = useUrlState({ sale: '' })[0].sale !== '';
  const askAgainAfterMs = askAgainAfter(data?.state);
  const liveness = useLiveness({ dataUpdatedAt, isError, askAgainAfterMs });
  const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : null;
  return (
    <div className="flex min-h-dvh flex-col bg-bg">
      <Top id={id} counter={data} isSale={isSale} />
      <main id="main" className="flex flex-1 flex-col">
        {refusal ? (
          <Refused error={refusal} />
        ) : (
          <>
            {(data || isError) && !liveness.isLive && <NotLive heardAt={liveness.heardAt} />}
            {data ? (
              <Shown id={id} counter={data} isSale={isSale} {...liveness} />
            ) : (
              <Asking failed={isError} />
            )}
          </>
        )}
      </main>
    </div>
  );
}

type Liveness = ReturnType<typeof useLiveness>;

type ShownProps = Liveness & { id: string; counter: Counter; isSale: boolean };

function Shown({ id, counter, isSale, isLive, heardAt }: ShownProps) {
  const isOwed = counter.state === 'waiting' || counter.state === 'part_paid';
  return (
    <>
      {counter.testMode && <TestBand />}
      <div className="relative overflow-hidden">
        <Headline counter={counter} isLive={isLive} heardAt={heardAt} />
        <Landing />
      </div>
      <div className="flex-1 px-9 py-6 max-md:px-4 max-md:py-5">
        <div className="mx-auto grid max-w-[1180px] gap-8 max-md:gap-6">
          {isOwed && isLive && <WaysIn id={id} counter={counter} isSale={isSale} />}
          {counter.payments.length > 0 && <Verified counter={counter} />}
          {isSale && isLive && <SaleActions id={id} state={counter.state} />}
        </div>
      </div>
      <Foot isLive={isLive} heardAt={heardAt} />
    </>
  );
}

/** Rings over what has just changed, counted from when the screen was opened. */
function Landing() {
  const landings = useMoneyLandings();
  const [before] = useState(landings);
  return (
    <MoneyRipple
      turn={landings - before}
      className="absolute top-1/2 left-1/2 size-[min(60vw,26rem)] -translate-x-1/2 -translate-y-1/2 [&>*]:border-current"
    />
  );
}

type TopProps = { id: string; counter: Counter | undefined; isSale: boolean };

function Top({ id, counter, isSale }: TopProps) {
  const back = isSale ? texts.backToCounter : texts.back;
  return (
    <header className="flex min-h-16 items-center gap-4 border-line border-b bg-surface px-9 max-md:px-4">
      <p className="min-w-0 flex-1 truncate text-lg">
        {counter && (
          <>
            <span className="num font-semibold">{counter.invoiceNumber}</span>
            <span className="text-muted">, {counter.customerName}</span>
          </>
        )}
      </p>
      <SoundSwitch />
      <Link
        to={isSale ? '/dashboard/counter' : '/dashboard/invoices'}
        search={isSale ? {} : { invoice: id }}
        aria-label={back}
        title={back}
        className="-mr-2.5 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-6" />
      </Link>
    </header>
  );
}

/** Above everything else: what stands below may be over. */
function NotLive({ heardAt }: { heardAt: Date | null }) {
  return (
    <p
      role="alert"
      className="flex items-center justify-center gap-4 bg-bad px-6 py-4 font-bold font-display text-[clamp(1.25rem,3vw,2.25rem)] text-on-bad leading-tight"
    >
      <WifiOff aria-hidden className="size-[1.4em] shrink-0" />
      {heardAt ? texts.stale(clock(heardAt)) : texts.never}
    </p>
  );
}

function TestBand() {
  return (
    <p className="flex flex-wrap items-baseline justify-center gap-x-5 border-ink border-y-4 border-dashed bg-warn-bg px-6 py-2.5 text-center text-warn">
      <strong className="font-bold font-display text-[clamp(1.75rem,5vw,3.5rem)] leading-none tracking-tight">
        {texts.test}
      </strong>
      <span className="font-semibold text-[clamp(1rem,2vw,1.5rem)]">{texts.testText}</span>
    </p>
  );
}

function Foot({ isLive, heardAt }: Liveness) {
  return (
    <footer className="sticky bottom-0 border-line border-t bg-surface px-9 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-center max-md:px-4">
      <p className="font-semibold text-[clamp(1rem,2vw,1.5rem)]">
        {texts.notProof} {isLive && texts.proof}
      </p>
      {isLive && heardAt && (
        <p className="num mt-1 text-muted text-sm">{texts.live(clock(heardAt, 'seconds'))}</p>
      )}
    </footer>
  );
}

function Asking({ failed }: { failed: boolean }) {
  return (
    <div className="mx-auto grid w-full max-w-[1180px] gap-6 px-9 py-10 max-md:px-4">
      <h1 role="status" className="text-3xl text-muted">
        {texts.loading}
      </h1>
      {!failed && (
        <>
          <Skeleton className="h-24" />
          <Skeleton className="h-64" />
        </>
      )}
    </div>
  );
}

function Refused({ error }: { error: ApiError }) {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 px-6 py-14 text-center">
      <h1 className="text-2xl">{texts.failed}</h1>
      <p role="alert" className="max-w-md text-muted">
        {messageOf(error)}
      </p>
      <Link to="/dashboard/invoices" className={buttonClass({ look: 'outline', className: 'mt-3' })}>
        {texts.toInvoices}
      </Link>
    </div>
  );
}
