import { Link, useParams } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import type { ApiError } from '#contract/client.ts';
import { messageOf } from '#web/lib/api.ts';
import { formatInstant } from '#web/lib/format.ts';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { useReceivedCount } from '#web/lib/notifications/payment-received.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { MoneyRipple } from '#web/ui/money-ripple.tsx';
import { Money } from '#web/ui/money.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import type { PosStatus } from './api.ts';
import { clock } from './clock.ts';
import { Headline } from './headline.tsx';
import { PaymentOptions } from './payment-options.tsx';
import { RecordAction, SaleActions } from './sale-actions.tsx';
import { texts } from './texts.ts';
import { TopBar } from './top-bar.tsx';
import { type Freshness, useLiveStatus } from './use-live-status.ts';

/**
 * For the shop counter, to be read from two metres: whether the money is in. Nothing on it makes it so: what is
 * recorded here stays what somebody typed.
 */
export function PosStatusPage() {
  const { id = '' } = useParams({ strict: false });
  const currency = useCurrency();
  usePage(texts.title);
  const { data, isError, refusal, freshness } = useLiveStatus(currency, id);
  const isSale = useUrlState({ sale: '' })[0].sale !== '';
  return (
    <div className="flex min-h-dvh flex-col bg-bg">
      <TopBar id={id} status={data} isSale={isSale} />
      <main id="main" className="flex flex-1 flex-col">
        {refusal ? (
          <RefusedState error={refusal} />
        ) : (
          <>
            {(data || isError) && !freshness.isLive && <StaleBanner updatedAt={freshness.updatedAt} />}
            {data ? (
              <StatusView id={id} status={data} isSale={isSale} {...freshness} />
            ) : (
              <LoadingState failed={isError} />
            )}
          </>
        )}
      </main>
    </div>
  );
}

type StatusViewProps = Freshness & { id: string; status: PosStatus; isSale: boolean };

function StatusView({ id, status, isSale, isLive, updatedAt }: StatusViewProps) {
  const hasBalance = status.state === 'waiting' || status.state === 'part_paid';
  return (
    <>
      {status.testMode && <TestBanner />}
      <div className="relative overflow-hidden">
        <Headline status={status} isLive={isLive} updatedAt={updatedAt} />
        <ReceivedRipple />
      </div>
      <div className="flex-1 px-9 py-6 max-md:px-4 max-md:py-5">
        <div className="mx-auto grid max-w-[1180px] gap-8 max-md:gap-6">
          {hasBalance && isLive && <PaymentOptions id={id} status={status} isSale={isSale} />}
          {status.payments.length > 0 && <VerifiedPayments status={status} />}
          {isLive && (hasBalance || isSale) && (
            <div className="flex flex-wrap gap-3 max-md:grid">
              {hasBalance && <RecordAction id={id} status={status} />}
              {isSale && <SaleActions id={id} state={status.state} />}
            </div>
          )}
        </div>
      </div>
      <Footer
        isLive={isLive}
        updatedAt={updatedAt}
        isProof={isLive && status.state !== 'recorded' && status.state !== 'in_statement'}
      />
    </>
  );
}

/** Rings over what has just changed, counted from when the screen was opened. */
function ReceivedRipple() {
  const received = useReceivedCount();
  const [before] = useState(received);
  return (
    <MoneyRipple
      count={received - before}
      className="absolute top-1/2 left-1/2 size-[min(60vw,26rem)] -translate-x-1/2 -translate-y-1/2 [&>*]:border-current"
    />
  );
}

/** Above everything else: what stands below may be over. */
function StaleBanner({ updatedAt }: { updatedAt: Date | null }) {
  return (
    <p
      role="alert"
      className="flex items-center justify-center gap-4 bg-bad px-6 py-4 font-bold font-display text-[clamp(1.25rem,3vw,2.25rem)] text-on-bad leading-tight"
    >
      <WifiOff aria-hidden className="size-[1.4em] shrink-0" />
      {updatedAt ? texts.stale(clock(updatedAt)) : texts.never}
    </p>
  );
}

function TestBanner() {
  return (
    <p className="flex flex-wrap items-baseline justify-center gap-x-5 border-ink border-y-4 border-dashed bg-warn-bg px-6 py-2.5 text-center text-warn">
      <strong className="font-bold font-display text-[clamp(1.75rem,5vw,3.5rem)] leading-none tracking-tight">
        {texts.test}
      </strong>
      <span className="font-semibold text-[clamp(1rem,2vw,1.5rem)]">{texts.testText}</span>
    </p>
  );
}

/** Nobody but a provider proves a payment: one typed in or read from a statement stays what somebody said. */
function Footer({ isLive, updatedAt, isProof }: Freshness & { isProof: boolean }) {
  return (
    <footer className="sticky bottom-0 border-line border-t bg-surface px-9 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-center max-md:px-4">
      <p className="font-semibold text-[clamp(1rem,2vw,1.5rem)]">
        {texts.notProof} {isProof && texts.proof}
      </p>
      {isLive && updatedAt && (
        <p className="num mt-1 text-muted text-sm">{texts.live(clock(updatedAt, 'seconds'))}</p>
      )}
    </footer>
  );
}

function LoadingState({ failed }: { failed: boolean }) {
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

function RefusedState({ error }: { error: ApiError }) {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-3 px-6 py-14 text-center">
      <h1 className="text-2xl">{texts.failed}</h1>
      <p role="alert" className="max-w-md text-muted">
        {messageOf(error)}
      </p>
      <Link to="/dashboard/invoices" className={buttonClass({ variant: 'outline', className: 'mt-3' })}>
        {texts.toInvoices}
      </Link>
    </div>
  );
}

/** Payments confirmed by the provider: amount, time, method, reference. */
function VerifiedPayments({ status: { payments, currency } }: { status: PosStatus }) {
  return (
    <ul aria-label={texts.paid} className="grid gap-4">
      {payments.map(({ amount, paymentMethod, provider, reference, verifiedAt }) => (
        <li
          key={reference}
          className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 rounded-card border border-line bg-surface px-6 py-4 text-xl max-md:px-4"
        >
          <Money amount={amount} currency={currency} className="font-bold text-2xl" />
          <span>{texts.in(texts.methods[paymentMethod], provider)}</span>
          <time dateTime={verifiedAt.toISOString()} className="num">
            {formatInstant(verifiedAt)}
          </time>
          <span className="w-full break-all text-base text-muted">
            {texts.reference} {reference}
          </span>
        </li>
      ))}
    </ul>
  );
}
