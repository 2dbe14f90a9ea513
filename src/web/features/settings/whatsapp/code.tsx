import { MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import type { whatsappCode } from '#contract/whatsapp.ts';
import { timeIn } from '#core/dates.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { whatsappTexts as texts } from './texts.ts';

type Code = z.output<typeof whatsappCode>;

/** The message that links a phone: to be opened here, scanned, or typed. */
export function CodeCard({ code, number }: { code: Code; number: string }) {
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
