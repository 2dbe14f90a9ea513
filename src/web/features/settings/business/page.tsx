import { useBusiness } from '#web/lib/business-profile.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from '../texts.ts';
import { BusinessForm } from './form.tsx';
import { PayoutSection } from './payout.tsx';

// Far below the fold.
const Documents = lazyComponent(
  async () => (await import('./documents.tsx')).Documents,
  <Skeleton className="h-72" />,
);

export function BusinessProfilePage() {
  const business = useBusiness();
  return (
    <SettingsLayout title={texts.business.title} subtitle={texts.business.subtitle}>
      <QueryStates query={business} failed={texts.business.failed} lines={8}>
        {(profile) => (
          <>
            <BusinessForm key={profile.id} profile={profile} />
            <PayoutSection profile={profile} />
            <Documents profile={profile} />
          </>
        )}
      </QueryStates>
    </SettingsLayout>
  );
}
