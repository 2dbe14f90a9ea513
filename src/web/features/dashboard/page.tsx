import { Fragment, useState } from 'react';
import { useBusiness } from '#web/lib/business-profile.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useCurrency, useSession } from '#web/lib/session/session.ts';
import { paymentInfo } from './api.ts';
import { FirstStepsCard, LoadingFirstSteps } from './first-steps-card.tsx';
import { firstSteps } from './first-steps.ts';
import { useFirstLoad, usePanelState } from './panel-state.ts';
import { ProfileCard } from './profile-card.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TopCustomers } from './top-customers.tsx';
import { VerifyBanner } from './verify-banner.tsx';

// Its call is not among those every page brings along.
const TodaysMessages = lazyComponent(async () => (await import('./todays-messages.tsx')).TodaysMessages);

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
  const context = { currency, businessId, firstLoad };
  return (
    <div className="grid gap-3.5 max-md:gap-2.5">
      {user && !user.isEmailVerified && <VerifyBanner email={user.email} />}
      {steps && <FirstStepsCard steps={steps} />}
      {expected && <LoadingFirstSteps />}
      {/* Steps that come unexpected push nothing along: what is below them appears with them. */}
      <Fragment key={steps || expected ? 'first' : 'running'}>
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
