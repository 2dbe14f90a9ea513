import { Link } from '@tanstack/react-router';
import { ArrowLeft, Plus } from 'lucide-react';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useUrlState } from '#web/lib/navigation/url-state.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { StatementList } from './list.tsx';
import { texts } from './texts.ts';

const StatementView = lazyDialog(async () => (await import('./matching/statement.tsx')).StatementView);
const UploadDialog = lazyDialog(async () => (await import('./upload/dialog.tsx')).UploadDialog);

export function StatementsPage() {
  usePage(texts.title);
  const currency = useCurrency();
  const [url, setUrl] = useUrlState({ statement: '', show: 'open', find: '', add: '' });
  const add = () => setUrl({ add: '1' }, { push: true });
  const open = (statement: string) => setUrl({ statement, show: 'open', find: '' }, { push: true });
  return (
    <>
      <BackLink isOpen={url.statement !== ''} />
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Button onClick={add}>
          <Plus aria-hidden />
          {texts.list.upload}
        </Button>
      </PageHeader>
      {url.statement === '' ? (
        <StatementList currency={currency} onOpen={open} onAdd={add} />
      ) : (
        <StatementView
          key={url.statement}
          currency={currency}
          id={url.statement}
          show={url.show}
          find={url.find.slice(0, 200)}
          onShow={(show) => setUrl({ show })}
          onFind={(find) => setUrl({ find })}
          onLeave={() => setUrl({ statement: '', show: 'open', find: '' })}
        />
      )}
      {url.add !== '' && (
        <UploadDialog
          currency={currency}
          onClose={() => setUrl({ add: '' })}
          onKept={(ids) =>
            setUrl({ add: '', statement: ids.length === 1 ? (ids[0] ?? '') : '', show: 'open', find: '' })
          }
        />
      )}
    </>
  );
}

function BackLink({ isOpen }: { isOpen: boolean }) {
  return (
    <Link
      to={isOpen ? '/dashboard/payments/statements' : '/dashboard/payments'}
      className="mb-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary text-sm underline-offset-4 hover:underline [&_svg]:size-4"
    >
      <ArrowLeft aria-hidden />
      {isOpen ? texts.back : texts.payments}
    </Link>
  );
}
