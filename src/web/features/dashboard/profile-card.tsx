import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type BusinessProfile, businessProfileQuery } from '#web/lib/business-profile.ts';
import { useSession } from '#web/lib/session/session.ts';
import { readJson } from '#web/lib/storage.ts';
import { useRetryNow } from '#web/lib/use-retry-now.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cn } from '#web/ui/cn.ts';
import { ProgressRing } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { missingParts } from './missing.ts';
import { texts } from './texts.ts';

type ProfileCardProps = { business: UseQueryResult<BusinessProfile> };

const COMPLETE_SCORE = 100;
const box =
  'grid min-h-22 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4.5 gap-y-2 px-4.5 py-3.5 max-md:gap-x-3.5 max-md:px-3.5';

const narrowButton = 'max-md:px-3.5 max-[359px]:order-last max-[359px]:col-span-3';

/** How complete the profile is and what it lacks; gone at 100. */
export function ProfileCard({ business }: ProfileCardProps) {
  const { data: profile, failureCount } = business;
  if (!profile && failureCount > 0) return <ProfileFailure />;
  if (!profile) return wasComplete() ? null : <ProfileSkeleton />;
  if (profile.profileScore >= COMPLETE_SCORE) return null;
  const { kinds, items } = missingParts(profile);
  return (
    <Card className={box}>
      <ProgressRing value={profile.profileScore} label={texts.profile.score} />
      <div className="min-w-0 max-[359px]:col-span-2">
        <h2 className="font-semibold font-text text-base leading-snug max-md:text-15 tracking-normal">
          {texts.profile.title(kinds)}
        </h2>
        <Missing profile={profile} items={items} className="max-md:hidden" />
      </div>
      <Link to="/onboarding" className={buttonClass({ variant: 'outline', className: narrowButton })}>
        {texts.profile.complete}
      </Link>
      <Missing profile={profile} items={items} className="col-span-3 md:hidden" />
    </Card>
  );
}

type MissingProps = { profile: BusinessProfile; items: string; className: string };

/** The missing parts by name; documents can be added one by one in the settings. */
function Missing({ profile, items, className }: MissingProps) {
  const { state, reason } = profile.documents;
  const refused = state === 'refused';
  const wantsDocuments = refused || Object.values(profile.kycDocuments).some((document) => !document);
  return (
    <p className={cn('text-muted text-sm', className)}>
      {refused ? texts.profile.refused(reason ?? '') : `${texts.profile.missing(items)}.`}
      {wantsDocuments && (
        <>
          {' '}
          <Link
            to="/dashboard/settings"
            hash="documents"
            className="inline-flex min-h-6 items-center whitespace-nowrap font-semibold text-primary underline-offset-4 hover:underline"
          >
            {refused ? texts.profile.sendAgain : texts.profile.addDocuments}
          </Link>
        </>
      )}
    </p>
  );
}

function ProfileFailure() {
  const { user } = useSession();
  const retry = useRetryNow(businessProfileQuery(user?.id ?? '').queryKey);
  return (
    <Card
      role="alert"
      className="flex min-h-22 items-center justify-between gap-4 px-4.5 py-3.5 max-md:px-3.5"
    >
      <p className="font-semibold">{texts.profile.failed}</p>
      <Button variant="outline" onClick={retry}>
        {texts.profile.retry}
      </Button>
    </Card>
  );
}

function ProfileSkeleton() {
  return (
    <Card className={box} aria-hidden>
      <Skeleton className="size-14 rounded-full" />
      <div className="grid content-center gap-2 max-[359px]:col-span-2 max-md:min-h-15.5">
        <Skeleton className="h-5 w-full max-w-96" />
        <Skeleton className="h-4 w-full max-w-72 max-md:hidden max-lg:h-9" />
      </div>
      <Skeleton className="h-11 w-26 rounded-control max-[359px]:order-last max-[359px]:col-span-3 max-[359px]:w-full" />
      <Skeleton className="col-span-3 h-10 md:hidden" />
    </Card>
  );
}

/** Whether the profile was complete when this browser saw it last. */
function wasComplete(): boolean {
  const seen = readJson('businessProfile');
  return typeof seen === 'object' && seen !== null && Reflect.get(seen, 'profileScore') === COMPLETE_SCORE;
}
