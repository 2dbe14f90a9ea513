import { useBusiness } from '../../lib/business.ts';
import { BusinessForm } from './business-form.tsx';
import { Documents } from './documents.tsx';
import { PayoutSection } from './payout.tsx';
import { QueryLook } from './query-look.tsx';
import { SettingsLayout } from './settings-layout.tsx';
import { texts } from './texts.ts';

export function BusinessProfilePage() {
  const business = useBusiness();
  return (
    <SettingsLayout title={texts.business.title} subtitle={texts.business.subtitle}>
      <QueryLook read={business} failed={texts.business.failed} lines={8}>
        {(profile) => (
          <>
            <BusinessForm key={profile.id} profile={profile} />
            <PayoutSection profile={profile} />
            <Documents profile={profile} />
          </>
        )}
      </QueryLook>
    </SettingsLayout>
  );
}
