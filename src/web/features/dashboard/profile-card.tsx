import { Link } from '@tanstack/react-router';
import type { BusinessProfile } from '../../lib/business.ts';
import { readJson } from '../../lib/storage.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dial } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { missingParts } from './missing.ts';
import { texts } from './texts.ts';

type ProfileCardProps = { profile: BusinessProfile | undefined; failed: boolean };

const FULL = 100;
const box =
  'grid min-h-22 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4.5 gap-y-2 px-4.5 py-3.5 max-md:gap-x-3.5 max-md:px-3.5';

const narrowButton = 'max-md:px-3.5 max-[359px]:order-last max-[359px]:col-span-3';

/** How complete the profile is and what it lacks; gone at 100. */
export function ProfileCard({ profile, failed }: ProfileCardProps) {
  if (failed) return null;
  if (!profile) return wasFull() ? null : <ProfileSkeleton />;
  if (profile.profileScore >= FULL) return null;
  const { kinds, items } = missingParts(profile);
  return (
    <Card className={box}>
      <Dial value={profile.profileScore} label={texts.profile.score} />
      <div className="min-w-0 max-[359px]:col-span-2">
        <h2 className="font-semibold font-text text-base leading-snug max-md:text-15 tracking-normal">
          {texts.profile.title(kinds)}
        </h2>
        <p className="text-muted text-sm max-md:hidden">{texts.profile.missing(items)}</p>
      </div>
      <Link to="/onboarding" className={buttonClass({ look: 'outline', className: narrowButton })}>
        {texts.profile.complete}
      </Link>
      <p className="col-span-3 text-muted text-sm md:hidden">{texts.profile.missing(items)}</p>
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
function wasFull(): boolean {
  const seen = readJson('businessProfile');
  return typeof seen === 'object' && seen !== null && Reflect.get(seen, 'profileScore') === FULL;
}
