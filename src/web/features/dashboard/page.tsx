import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { Fragment, useEffect, useState } from 'react';
import { toastFailure } from '#web/lib/api.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { firstSteps } from '#web/lib/figures/first-steps.ts';
import { paymentInfo } from '#web/lib/figures/payment-info.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import type { ReadFirst } from '#web/lib/read-ahead.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { halfYear, newestCustomers, recentActivities, resendVerification } from './api.ts';
import { LoadingFirstSteps } from './loading-first-steps.tsx';
import { useFirstLoad, usePanelState } from './panel-state.ts';
import { ProfileCard } from './profile-card.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { texts } from './texts.ts';
import { TopCustomers } from './top-customers.tsx';

// Their calls are not among those every page brings along.
const MoneyAnswers = lazyComponent(
  async () => (await import('./money-answers.tsx')).MoneyAnswers,
  <div aria-hidden className="grid gap-3.5 max-md:gap-2.5">
    <Card className="h-34" />
    <Card className="h-86.5 max-sm:h-104 xl:h-64" />
  </div>,
);
const FirstStepsCard = lazyComponent(
  async () => (await import('./first-steps-card.tsx')).FirstStepsCard,
  <LoadingFirstSteps />,
);
const TodaysMessages = lazyComponent(async () => (await import('./todays-messages.tsx')).TodaysMessages);

export const readFirst: ReadFirst = (queries, { currency, businessId }) => [
  queries.prefetchQuery(paymentInfo(currency, businessId)),
  queries.prefetchQuery(halfYear(currency, businessId)),
  queries.prefetchQuery(recentActivities(currency, businessId)),
  queries.prefetchQuery(newestCustomers(currency)),
  import('./money-answers.tsx').then(({ readAnswers }) => readAnswers(queries, currency)),
  MoneyAnswers.preload(),
  TodaysMessages.preload(),
];

export function DashboardPage() {
  usePage('Dashboard');
  const { user } = useSession();
  const currency = useCurrency();
  const business = useBusiness();
  const businessId = user?.businessId ?? '';
  const firstLoad = useFirstLoad(paymentInfo(currency, businessId));
  const state = usePanelState(paymentInfo(currency, businessId), firstLoad);
  // An owner coming from onboarding has no PIN yet: room for the first steps is reserved from the start.
  const [likelyNew] = useState(() => business.data !== undefined && business.data.transactionPin === null);
  const steps =
    state.kind === 'full' &&
    firstSteps({ info: state.data, profile: business.data, isEmailVerified: user?.isEmailVerified ?? true });
  const expected = state.kind === 'loading' && likelyNew;
  // Without a single invoice nobody owes and nothing came: the first steps say enough.
  const isUntouched =
    expected ||
    (state.kind === 'full' && state.data.invoices.total === 0 && state.data.allTime.totalRevenue === 0);
  const context = { currency, businessId, firstLoad };
  return (
    <div className="grid gap-3.5 max-md:gap-2.5">
      {user && !user.isEmailVerified && <VerifyBanner email={user.email} />}
      {steps && <FirstStepsCard steps={steps} />}
      {expected && <LoadingFirstSteps />}
      {/* Steps that come unexpected push nothing along: what is below them appears with them. */}
      <Fragment key={steps || expected ? 'first' : 'running'}>
        {!isUntouched && <MoneyAnswers {...context} />}
        <ProfileCard business={business} />
        <SummaryCards {...context} />
        <TodaysMessages {...context} />
        <div className="grid items-start gap-3.5 max-md:gap-2.5 xl:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)] [&>*]:min-w-0">
          <RecentActivity {...context} />
          <TopCustomers {...context} />
        </div>
      </Fragment>
    </div>
  );
}

const WAIT_S = 60;

/** Until the address is confirmed; the message can be had again once a minute. */
function VerifyBanner({ email }: { email: string }) {
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  const resend = useMutation({
    networkMode: 'always',
    mutationFn: () => resendVerification(email),
    onSuccess: () => {
      toast.success(texts.verify.sent);
      setWait(WAIT_S);
    },
    onError: (error) => toastFailure(error, texts.verify.failed),
  });
  return (
    <Notice
      tone="warn"
      icon={<Mail aria-hidden />}
      action={
        <Button
          variant="outline"
          className="shrink-0 border-current bg-transparent text-warn shadow-none hover:border-current hover:bg-surface max-md:px-3"
          pending={resend.isPending}
          disabled={wait > 0}
          onClick={() => resend.mutate()}
        >
          {wait > 0 ? texts.verify.wait(wait) : texts.verify.resend}
        </Button>
      }
    >
      <b className="font-semibold">{texts.verify.lead}</b> {texts.verify.rest}{' '}
      <span className="wrap-anywhere">{email}</span>
    </Notice>
  );
}
