import { useQuery } from '@tanstack/react-query';
import { MessageCircle, Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { linkedWhatsApp, whatsappCode } from '#contract/whatsapp.ts';
import { timeIn } from '#core/dates.ts';
import { toastFailure } from '#web/lib/api.ts';
import { formatDay } from '#web/lib/format.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useCurrency } from '#web/lib/session/session.ts';
import { useOpened } from '#web/lib/navigation/url-state.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section, SettingsLayout } from '../layout.tsx';
import { QueryStates } from '../query-states.tsx';
import { phoneQuery, useCode, useUnlink } from './api.ts';
import { whatsappTexts as texts } from './texts.ts';

const AlertDialog = lazyDialog(async () => (await import('#web/ui/dialog.tsx')).AlertDialog);

type State = z.output<typeof linkedWhatsApp>;

/** Which phone speaks for the business on WhatsApp. */
export function WhatsAppPage() {
  const state = useQuery(phoneQuery(useCurrency()));
  return (
    <SettingsLayout title={texts.title} subtitle={texts.subtitle}>
      <Section title={texts.phone} text={texts.phoneText}>
        <QueryStates query={state} failed={texts.failed} lines={1}>
          {(read) => (read.available || read.phone ? <Phone state={read} /> : <p>{texts.unavailable}</p>)}
        </QueryStates>
      </Section>
      <Section title={texts.abilities} text={texts.abilitiesText}>
        <ul className="grid list-disc gap-1.5 pl-5 text-15">
          {texts.can.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
        <p className="mt-3 text-muted text-sm">{texts.never}</p>
      </Section>
    </SettingsLayout>
  );
}

function Phone({ state }: { state: State }) {
  const { phone, number, available } = state;
  const code = useCode(useCurrency());
  const { reset } = code;
  // A phone that has just been linked used the code up.
  const linkedAt = phone?.linkedAt.getTime();
  useEffect(() => reset(), [linkedAt, reset]);
  const get = () => code.mutate(undefined, { onError: (error) => toastFailure(error, texts.codeFailed) });
  const label = code.data ? texts.newCode : phone ? texts.linkAnother : texts.getCode;
  return (
    <div className="grid gap-4">
      {phone ? (
        <Linked phone={phone} number={number} />
      ) : (
        <p>
          <Badge tone="neutral">{texts.notLinked}</Badge>
        </p>
      )}
      {code.data && number && <CodeCard code={code.data} number={number} />}
      {available && (
        <div>
          <Button variant={phone || code.data ? 'outline' : 'primary'} pending={code.isPending} onClick={get}>
            {label}
          </Button>
        </div>
      )}
    </div>
  );
}

function Linked({ phone, number }: { phone: NonNullable<State['phone']>; number: string | null }) {
  const [confirming, setConfirming] = useOpened('unlink');
  const unlink = useUnlink(useCurrency());
  const run = () =>
    unlink.mutate(undefined, {
      onSuccess: () => toast.success(texts.unlinked),
      onError: (error) => toastFailure(error, texts.unlinkFailed),
      onSettled: () => setConfirming(null),
    });
  return (
    <>
      <Row>
        <span className="min-w-0 flex-1 basis-48">
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            {phone.number ?? texts.hiddenNumber}
            <Badge tone="ok">{texts.linked}</Badge>
          </span>
          <span className="block text-13 text-muted">{texts.since(formatDay(phone.linkedAt))}</span>
        </span>
        {number && (
          <a
            href={`https://wa.me/${number.slice(1)}`}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            <MessageCircle aria-hidden />
            {texts.open}
          </a>
        )}
        <Button variant="outline" size="sm" onClick={() => setConfirming(true)}>
          {texts.unlink}
        </Button>
      </Row>
      {confirming && (
        <AlertDialog
          open
          onClose={() => setConfirming(null)}
          onConfirm={run}
          title={texts.unlinkTitle}
          text={texts.unlinkText}
          confirm={texts.unlink}
          pending={unlink.isPending}
        />
      )}
    </>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3.5">
    <Smartphone aria-hidden className="size-5 shrink-0 text-muted" />
    {children}
  </div>
);

type Code = z.output<typeof whatsappCode>;

/** The message that links a phone: to be opened here, scanned, or typed. */
function CodeCard({ code, number }: { code: Code; number: string }) {
  const expired = useExpired(code.expiresAt);
  const message = `link ${code.code}`;
  if (expired) return <p role="status">{texts.expired}</p>;
  return (
    <div className="grid gap-5 rounded-card bg-sunken p-5 max-md:p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-4">
        <ol className="grid list-decimal gap-1.5 pl-5 text-15">
          {texts.steps(number).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div>
          <p className="text-13 text-muted">{texts.message}</p>
          <p role="status" className="num font-display font-semibold text-2xl tracking-wide">
            {message}
          </p>
          <p className="text-13 text-muted">{texts.until(timeIn(code.expiresAt))}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <a href={code.url} target="_blank" rel="noreferrer" className={buttonClass()}>
            <MessageCircle aria-hidden />
            {texts.openWhatsApp}
          </a>
          <CopyButton text={message} label={texts.copy} copied={texts.copied} />
        </div>
      </div>
      <figure className="grid content-start justify-items-center gap-2 max-sm:hidden">
        <img src={code.qrCode} alt={texts.qr} width={176} height={176} className="rounded-control bg-white" />
        <figcaption className="max-w-44 text-center text-13 text-muted">{texts.scan}</figcaption>
      </figure>
    </div>
  );
}

function useExpired(at: Date): boolean {
  const [expired, setExpired] = useState(false);
  useEffect(() => {
    setExpired(false);
    const timer = setTimeout(() => setExpired(true), Math.max(0, at.getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  return expired;
}
