import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { bankListQuery } from '#web/lib/bank-account/queries.ts';
import { balanceQuery } from '#web/lib/figures/balance.ts';
import { lazyComponent, lazyDialog } from '#web/lib/lazy.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import type { ReadFirst } from '#web/lib/read-ahead.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Skeleton } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { withdrawalList, type WithdrawalType } from './api.ts';
import { BalanceHero } from './balance-hero.tsx';
import type { FormValues } from './form-values.ts';
import { texts } from './texts.ts';
import { WithdrawForm } from './withdraw-form.tsx';

const skeleton = <Skeleton className="h-96" />;
// Below the form, and long before it is scrolled to.
const History = lazyComponent(
  async () => (await import('./history.tsx')).History,
  <Skeleton className="h-72" />,
);
const DetailsDialog = lazyDialog(async () => (await import('./details-dialog.tsx')).DetailsDialog);
// Rarely there.
const NotConfigured = lazyComponent(async () => (await import('./sending-notice.tsx')).NotConfigured);
const PausedNotice = lazyComponent(async () => (await import('./sending-notice.tsx')).PausedNotice);
const SeveralPage = lazyComponent(async () => (await import('./batch/page.tsx')).SeveralPage, skeleton);
const BatchPage = lazyComponent(async () => (await import('./batch/status-page.tsx')).BatchPage, skeleton);

export const readFirst: ReadFirst = (queries, { currency }) => [
  queries.prefetchQuery(balanceQuery(currency)),
  queries.prefetchInfiniteQuery(withdrawalList(currency)),
  queries.prefetchQuery(bankListQuery(currency)),
];

/** Withdrawals; under the same address the payment of several, and what became of one. */
export function WithdrawalsPage() {
  const currency = useCurrency();
  const [url] = useUrlState({ several: '', batch: '' });
  if (url.batch) return <BatchPage key={url.batch} currency={currency} batchId={url.batch} />;
  if (url.several) return <SeveralPage key={currency} currency={currency} />;
  return <Overview />;
}

function Overview() {
  usePage(texts.title);
  const currency = useCurrency();
  const { data: balance } = useQuery(balanceQuery(currency));
  const [url, setUrl] = useUrlState({ tab: 'self' });
  const [unsavedValues] = useState(() => new Map<WithdrawalType, FormValues>());
  const form = (type: WithdrawalType) => (
    <WithdrawForm
      key={currency}
      type={type}
      currency={currency}
      available={balance?.available}
      leftToday={balance?.allowance.payouts.left}
      ownAccountOpensAt={balance?.ownAccountOpensAt ?? null}
      unsavedValues={unsavedValues}
    />
  );
  return (
    <>
      <Link
        to="/dashboard"
        aria-label={texts.back}
        title={texts.back}
        className="-ml-2.5 mb-1 grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <BalanceHero currency={currency} />
      {balance?.sending === 'paused' && <PausedNotice />}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        {balance?.sending === 'not_configured' ? (
          <NotConfigured currency={currency} />
        ) : (
          <Tabs
            label={texts.tabs.label}
            value={url.tab === 'staff' ? 'staff' : 'self'}
            onChange={(tab) => setUrl({ tab })}
            tabs={[
              { value: 'self', label: texts.tabs.self, content: form('self-withdraw') },
              { value: 'staff', label: texts.tabs.disburse, content: form('disburse') },
            ]}
          />
        )}
        <History currency={currency} Details={DetailsDialog} />
      </div>
    </>
  );
}
