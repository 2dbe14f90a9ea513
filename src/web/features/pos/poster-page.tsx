import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, ExternalLink, HandCoins, Printer, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#web/lib/api.ts';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { posterTexts as texts } from './charge-texts.ts';
import { type PosView, posViewQuery, usePrintPoster, useRenewCode, useSavePoster } from './poster-api.ts';
import { PosterPreview } from './poster-preview.tsx';

/** The poster of the counter: as it will hang there, to print, to share, and to make anew. */
export function PosterPage() {
  usePage(texts.title);
  const { data, error, refetch, isFetching } = useQuery(posViewQuery);
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle}>
        <Link to="/dashboard/counter" className={buttonClass({ variant: 'outline' })}>
          <HandCoins aria-hidden />
          {texts.take}
        </Link>
      </PageHeader>
      {data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <PosterPreview pos={data} />
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5">
            <PrintActions />
            <Share poster={data} />
            <RenewCode />
          </div>
        </div>
      ) : error ? (
        <Card>
          <ErrorState
            title={texts.failed}
            text={messageOf(error)}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <Skeleton className="h-120 max-w-104" />
      )}
    </>
  );
}

const card = 'grid gap-3 p-5 max-md:p-4';

function PrintActions() {
  const save = useSavePoster();
  const print = usePrintPoster();
  const isSaving = (size: string) => save.isPending && save.variables === size;
  return (
    <Card className={card}>
      <div className="flex flex-wrap gap-2.5 max-md:[&>*]:flex-auto">
        <Button pending={isSaving('a4')} onClick={() => save.mutate('a4')}>
          <Download aria-hidden />
          {texts.a4}
        </Button>
        <Button variant="outline" pending={isSaving('a6')} onClick={() => save.mutate('a6')}>
          <Download aria-hidden />
          {texts.a6}
        </Button>
        <Button
          variant="outline"
          pending={print.isPending}
          onClick={() => print.mutate(window.open('', '_blank'))}
        >
          <Printer aria-hidden />
          {texts.print}
        </Button>
      </div>
    </Card>
  );
}

function Share({ poster: { url } }: { poster: PosView }) {
  return (
    <Card className={card}>
      <h2 className="text-lg">{texts.share}</h2>
      <p className="num break-all text-15">{url}</p>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton text={url} label={texts.copy} copied={texts.copied} />
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <ExternalLink aria-hidden />
          {texts.look}
        </a>
      </div>
    </Card>
  );
}

function RenewCode() {
  const [confirming, setConfirming] = useState(false);
  const renew = useRenewCode(() => setConfirming(false));
  return (
    <Card className={card}>
      <h2 className="text-lg">{texts.renewTitle}</h2>
      <p className="text-muted">{texts.renewText}</p>
      <Button variant="outline" className="justify-self-start" onClick={() => setConfirming(true)}>
        <RefreshCw aria-hidden />
        {texts.renew}
      </Button>
      <AlertDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => renew.mutate()}
        title={texts.renewAsk}
        text={texts.renewWarning}
        confirm={texts.renew}
        danger
        pending={renew.isPending}
      />
    </Card>
  );
}
