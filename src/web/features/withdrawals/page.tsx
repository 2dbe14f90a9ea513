import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../../lib/page-header.tsx';
import { usePage } from '../../lib/page.ts';
import { useCurrency } from '../../lib/session.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { balanceQuery, type WithdrawalType } from './api.ts';
import { BalanceHero } from './balance-hero.tsx';
import type { FormValues } from './form-values.ts';
import { History } from './history.tsx';
import { texts } from './texts.ts';
import { WithdrawForm } from './withdraw-form.tsx';

export function WithdrawalsPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const { data: balance } = useQuery(balanceQuery(currency));
  const [url, setUrl] = useUrlState({ tab: 'self' });
  const [kept] = useState(() => new Map<WithdrawalType, FormValues>());
  const form = (type: WithdrawalType) => (
    <WithdrawForm key={currency} type={type} currency={currency} available={balance?.available} kept={kept} />
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
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <Tabs
          label={texts.tabs.label}
          value={url.tab === 'staff' ? 'staff' : 'self'}
          onChange={(tab) => setUrl({ tab })}
          tabs={[
            { value: 'self', label: texts.tabs.self, content: form('self-withdraw') },
            { value: 'staff', label: texts.tabs.disburse, content: form('disburse') },
          ]}
        />
        <History currency={currency} />
      </div>
    </>
  );
}
