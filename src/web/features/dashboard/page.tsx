import { useBusiness } from '../../lib/business.ts';
import { usePage } from '../../lib/page.ts';
import { useCurrency, useSession } from '../../lib/session.ts';
import { paymentInfo } from './api.ts';
import { useFirstLoad } from './look.ts';
import { ProfileCard } from './profile-card.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { TopCustomers } from './top-customers.tsx';
import { VerifyBanner } from './verify-banner.tsx';

export function DashboardPage() {
  usePage('Dashboard');
  const { user } = useSession();
  const currency = useCurrency();
  const business = useBusiness();
  const businessId = user?.businessId ?? '';
  const firstLoad = useFirstLoad(paymentInfo(currency, businessId));
  const whose = { currency, businessId, firstLoad };
  return (
    <div className="grid gap-3.5 max-md:gap-2.5">
      {user && !user.isEmailVerified && <VerifyBanner email={user.email} />}
      <ProfileCard profile={business.data} failed={business.isError} />
      <SummaryCards {...whose} />
      <div className="grid items-start gap-3.5 max-md:gap-2.5 xl:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)] [&>*]:min-w-0">
        <RecentActivity {...whose} />
        <TopCustomers {...whose} />
      </div>
    </div>
  );
}
