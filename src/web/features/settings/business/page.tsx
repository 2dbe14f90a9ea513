import { useLocation } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { type BusinessProfile, useBusiness } from '#web/lib/business-profile.ts';
import { lazyDialog, nearComponent } from '#web/lib/lazy.tsx';
import { requireOnline } from '#web/lib/offline/require-online.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { Section, SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { texts } from './texts.ts';
import { BusinessForm } from './form.tsx';
import { GettingPaid } from './getting-paid.tsx';

// Far below the fold.
const Documents = nearComponent(
  async () => (await import('./documents.tsx')).Documents,
  <Section title={texts.documents.title} text={texts.documents.text}>
    <Skeleton className="h-72" />
  </Section>,
);

export function BusinessProfilePage() {
  const business = useBusiness();
  // Emails and notices lead there.
  const isMeant = useLocation({ select: ({ hash }) => hash === 'documents' });
  return (
    <SettingsLayout title={texts.business.title} subtitle={texts.business.subtitle}>
      <QueryStates query={business} failed={texts.profileFailed} lines={8}>
        {(profile) => (
          <>
            <BusinessForm key={profile.id} profile={profile} />
            <GettingPaid profile={profile} />
            <PayoutSection profile={profile} />
            <Documents profile={profile} isMeant={isMeant} />
          </>
        )}
      </QueryStates>
    </SettingsLayout>
  );
}

const PayoutDialog = lazyDialog(async () => (await import('./payout-dialog.tsx')).PayoutDialog);

/** Where withdrawals to oneself go. */
function PayoutSection({ profile }: { profile: BusinessProfile }) {
  const [open, setOpen] = useOpened('payout');
  const { payout } = texts;
  const has = profile.bankAccountNumber !== null;
  return (
    <Section title={payout.title} text={payout.text}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-primary [&_svg]:size-5"
        >
          <Landmark />
        </span>
        <div className="min-w-0 flex-1 basis-48">
          {has ? (
            <>
              {profile.accountName && <p className="wrap-anywhere font-semibold">{profile.accountName}</p>}
              <p className="text-muted text-sm">
                {profile.bankName} <span className="num">{profile.bankAccountNumber}</span>
              </p>
              {!profile.accountName && <p className="text-13 text-warn">{payout.notConfirmed}</p>}
              {profile.bankVerificationNumber && (
                <p className="text-13 text-muted">{payout.bvn(profile.bankVerificationNumber)}</p>
              )}
            </>
          ) : (
            <p className="text-muted">{payout.none}</p>
          )}
        </div>
        <Button variant="outline" onClick={() => requireOnline(() => setOpen(true))}>
          {has ? payout.change : payout.add}
        </Button>
      </div>
      {open && <PayoutDialog profile={profile} onClose={() => setOpen(null)} />}
    </Section>
  );
}
