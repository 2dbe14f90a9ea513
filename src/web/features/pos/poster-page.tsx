import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, ExternalLink, HandCoins, Printer, RefreshCw } from 'lucide-react';
import { messageOf } from '#web/lib/api.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Cloth } from '#web/ui/cloth.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { AlertDialog } from '#web/ui/dialog.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { posterTexts as texts } from './charge-texts.ts';
import { type PosView, posViewQuery, usePrintPoster, useRenewCode, useSavePoster } from './poster-api.ts';

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
  const [confirming, setConfirming] = useOpened('renew');
  const renew = useRenewCode(() => setConfirming(null));
  return (
    <Card className={card}>
      <h2 className="text-lg">{texts.renewTitle}</h2>
      <p className="text-muted">{texts.renewText}</p>
      <Button variant="outline" className="justify-self-start" onClick={() => setConfirming(true)}>
        <RefreshCw aria-hidden />
        {texts.renew}
      </Button>
      <AlertDialog
        open={confirming !== null}
        onClose={() => setConfirming(null)}
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

/** The poster as it is printed, on white paper also by night. */
function PosterPreview({ pos }: { pos: PosView }) {
  const { data: business } = useBusiness();
  const cloth = business && {
    seed: business.id,
    primary: business.primaryColor,
    secondary: business.secondaryColor,
  };
  return (
    <section
      aria-label={texts.preview}
      className="grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] overflow-hidden rounded-card border border-line bg-white text-center text-night shadow-e2"
    >
      <div className="h-28 overflow-hidden bg-night">
        {cloth && <Cloth {...cloth} columns={24} rows={7} crackle={false} className="size-full" />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start justify-items-center gap-3 px-6 pb-6">
        <span className="-mt-9 rounded-[18px] border-4 border-white bg-white">
          {business?.logo ? (
            <img src={business.logo} alt="" className="h-16 max-w-40 object-contain" />
          ) : (
            <Avatar name={pos.businessName} className="size-16 rounded-[14px] bg-night text-2xl text-white" />
          )}
        </span>
        <p className="wrap-anywhere font-bold font-display text-2xl leading-tight tracking-tight">
          {pos.businessName}
        </p>
        {pos.testMode && (
          <p className="rounded-full border border-current px-3 py-0.5 font-semibold text-sm">{texts.test}</p>
        )}
        <p className="font-bold font-display text-[2.5rem] leading-none tracking-tight">{texts.scan}</p>
        <img src={pos.qrCode} alt={texts.code} className="w-full max-w-64 rounded-card" />
        <p className="text-sm">
          {texts.open} <span className="num break-all font-bold">{pos.link}</span>
        </p>
      </div>
      <div className="h-7 overflow-hidden bg-night">
        {cloth && <Cloth {...cloth} columns={24} rows={2} crackle={false} className="size-full" />}
      </div>
    </section>
  );
}
