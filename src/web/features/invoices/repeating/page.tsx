import { Link } from '@tanstack/react-router';
import { ArrowLeft, Plus } from 'lucide-react';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import type { ReadFirst } from '#web/lib/read-ahead.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { planList } from './api.ts';
import { PlanList } from './list.tsx';
import { texts } from './texts.ts';

const PlanDialog = lazyDialog(async () => (await import('./dialog.tsx')).PlanDialog);
const NewPlanDialog = lazyDialog(async () => (await import('./contents-dialog.tsx')).NewPlanDialog);

export const readFirst: ReadFirst = (queries, { currency }) => [queries.prefetchQuery(planList(currency))];

/** Invoices that are made again and again; the open one is in the address. */
export function RepeatingPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const [url, setUrl] = useUrlState({ plan: '', create: '' });
  const create = () => setUrl({ create: '1' }, { push: true });
  return (
    <>
      <Link
        to="/dashboard/invoices"
        className="mb-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary text-sm underline-offset-4 hover:underline [&_svg]:size-4"
      >
        <ArrowLeft aria-hidden />
        {texts.invoices}
      </Link>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Button onClick={create}>
          <Plus aria-hidden />
          {texts.create}
        </Button>
      </PageHeader>
      <PlanList currency={currency} onOpen={(plan) => setUrl({ plan }, { push: true })} />
      {url.create === '1' && (
        <NewPlanDialog
          onClose={() => setUrl({ create: '' })}
          onSaved={({ id }) => setUrl({ create: '', plan: id })}
        />
      )}
      {url.plan !== '' && (
        <PlanDialog key={url.plan} currency={currency} id={url.plan} onClose={() => setUrl({ plan: '' })} />
      )}
    </>
  );
}
